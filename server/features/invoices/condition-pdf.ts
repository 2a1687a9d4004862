import type { ConditionMark, ListedReport } from '#contract/condition-reports.ts';
import { capitalised, placeInWords } from '#contract/condition-words.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import {
  createSheet,
  dayFormat,
  type Issuer,
  type PaperName,
  page,
  type Sheet,
  setFacts,
  setFooters,
  setLetterhead,
  setParagraph,
  styles,
} from '#server/platform/pdf/sheet.ts';
import { openDocument, type Style } from '#server/platform/pdf/typesetter.ts';
import { drawDisc, setMarks, setNumber } from './condition-marks.ts';

/** What is printed in a condition report. Texts that are not known are empty. */
export interface ConditionPaper extends Pick<ListedReport, 'phase' | 'state' | 'examinedOn' | 'examiner'> {
  piece: { name: string; artist: string; year: number | null; size: string; madeOf: string };
  issuedAt: string | null;
  withdrawnAt: string | null;
  texts: readonly { heading: string; text: string }[];
  photographs: ConditionPhoto[];
}

interface ConditionPhoto {
  caption: string;
  marks: readonly ConditionMark[];
  /** Pixels. Null if the shop has lost the file. */
  picture: { jpeg: Buffer; width: number; height: number; alt: string } | null;
}

/** The largest photograph, points: its caption and the first of its marks are on the same page. */
const box = { width: page.right - page.left, height: 440 };
const headingStyle: Style = { ...styles.strong, size: 11, leading: 16 };
const nameStyle: Style = { ...styles.name, size: 20, leading: 25 };

/** A condition report on A4: the facts, the texts, and each photograph with its numbered marks and their list. */
export function renderConditionReport(issuer: Issuer, paper: ConditionPaper): Promise<Buffer> {
  const name: PaperName = { title: titleOf(paper), number: numberOf(paper) };
  const { setter, finish } = openDocument({
    info: {
      Title: `Condition report: ${name.number}`,
      Author: issuer.shopName,
      ...(paper.issuedAt !== null && { CreationDate: new Date(paper.issuedAt) }),
    },
  });
  const sheet = createSheet(setter, issuer, name);
  setLetterhead(sheet, issuer, name);
  setPiece(sheet, paper);
  setFacts(sheet, factsOf(issuer, paper));
  for (const { heading, text } of paper.texts) if (text !== '') setText(sheet, heading, text);
  for (const [position, photograph] of paper.photographs.entries())
    setPhotograph(sheet, photograph, { number: position + 1, count: paper.photographs.length });
  setFooters(setter, issuer, name);
  return finish();
}

const titleOf = ({ phase }: ConditionPaper) =>
  phase === 'issued' ? 'Condition report' : `Condition report (${phase})`;

const numberOf = ({ piece, examinedOn }: ConditionPaper) =>
  [piece.name, partialDateInWords(examinedOn)].filter(Boolean).join(', ');

function setPiece(sheet: Sheet, { piece }: ConditionPaper): void {
  const { setter } = sheet;
  const width = page.right - page.left;
  const facts = [piece.artist, piece.year === null ? '' : String(piece.year), piece.size, piece.madeOf];
  sheet.y += 8;
  sheet.y = setParagraph(setter, setter.linesOf(piece.name, width, nameStyle, 3), page.left, sheet.y, nameStyle);
  const lines = setter.linesOf(facts.filter(Boolean).join(', '), width, styles.muted, 4);
  sheet.y = setParagraph(setter, lines, page.left, sheet.y, styles.muted) + 18;
}

function factsOf({ timeZone }: Issuer, paper: ConditionPaper): [label: string, value: string][] {
  const day = dayFormat(timeZone);
  const { examinedOn, examiner, state, issuedAt, withdrawnAt } = paper;
  return [
    ['Examined', partialDateInWords(examinedOn) || 'Not yet'],
    ['By', examiner || 'Nobody yet'],
    ['Overall state', state === '' ? 'Not judged yet' : capitalised(state)],
    withdrawnAt === null ? ['Issued', issuedAt === null ? 'Not yet' : day(issuedAt)] : ['Withdrawn', day(withdrawnAt)],
  ];
}

/** A heading with its text, which goes on over pages. */
function setText(sheet: Sheet, heading: string, text: string): void {
  sheet.need(16 + 3 * styles.text.leading);
  setHeading(sheet, heading);
  for (const paragraph of text.split('\n').filter((line) => line.trim() !== '')) {
    const lines = sheet.setter.linesOf(paragraph, page.right - page.left, styles.text);
    while (lines.length > 0) {
      sheet.need(styles.text.leading);
      const room = Math.max(1, Math.floor((page.bottom - sheet.y) / styles.text.leading));
      sheet.y = setParagraph(sheet.setter, lines.splice(0, room), page.left, sheet.y, styles.text);
    }
    sheet.y += 4;
  }
  sheet.y += 14;
}

function setHeading(sheet: Sheet, heading: string): void {
  const lines = sheet.setter.linesOf(heading, page.right - page.left, headingStyle, 2);
  sheet.setter.tagged('H2', () => {
    for (const [position, line] of lines.entries())
      sheet.setter.line(`${line} `, page.left, sheet.y + position * headingStyle.leading, headingStyle);
  });
  sheet.y += lines.length * headingStyle.leading;
}

function setPhotograph(
  sheet: Sheet,
  { caption, marks, picture }: ConditionPhoto,
  { number, count }: { number: number; count: number },
): void {
  const size = picture ? fitting(picture) : { width: 0, height: styles.muted.leading };
  sheet.need(2 * headingStyle.leading + size.height + (marks.length > 0 ? 40 : 8));
  setHeading(sheet, [`Photograph ${number} of ${count}`, caption].filter(Boolean).join(': '));
  if (picture) setMarks(sheet.setter, picture, { left: page.left, top: sheet.y - 6, ...size }, marks);
  else
    sheet.setter.tagged('P', () =>
      sheet.setter.line('The shop does not have this photograph any more.', page.left, sheet.y + 6, styles.muted),
    );
  sheet.y += size.height + 14;
  for (const [position, mark] of marks.entries()) setMark(sheet, mark, position + 1);
  sheet.y += 20;
}

function fitting({ width, height }: { width: number; height: number }) {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}

/** A line of the list below a photograph. */
function setMark(sheet: Sheet, mark: ConditionMark, number: number): void {
  const { setter } = sheet;
  const left = page.left + 24;
  const words = [capitalised(mark.kind), mark.text].filter(Boolean).join(': ');
  const lines = setter.linesOf(`${words} (${placeInWords(mark)})`, page.right - left, styles.text, 5);
  sheet.need(lines.length * styles.text.leading + 6);
  const y = sheet.y + 4;
  const centre = { x: page.left + 8, y: y - 3.2 };
  setter.decoration('Layout', () => drawDisc(setter, centre));
  setter.tagged('P', () => {
    setNumber(setter, number, centre);
    for (const [position, line] of lines.entries())
      setter.line(`${line} `, left, y + position * styles.text.leading, styles.text);
  });
  sheet.y += lines.length * styles.text.leading + 6;
}
