import type { ConditionMark, ListedReport } from '#contract/condition-reports.ts';
import { type ConditionState, type MarkKind, placeInWords } from '#contract/condition-words.ts';
import type { Language } from '#contract/languages.ts';
import { partialDateInWords } from '#contract/provenance-lines.ts';
import {
  createSheet,
  dayFormat,
  type Issuer,
  localeOf,
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
import { type Say, sayIn, translateContractText } from '#server/platform/translations.ts';
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
  /** Its size is in pixels. Null if the shop has lost the file. */
  picture: { jpeg: Buffer; width: number; height: number } | null;
}

/** The largest size of a photograph, in points: its caption and its first mark fit on the same page. */
const box = { width: page.right - page.left, height: 440 };
const headingStyle: Style = { ...styles.strong, size: 11, leading: 16 };
const nameStyle: Style = { ...styles.name, size: 20, leading: 25 };

/** A condition report on A4: the facts, the texts, and each photograph with its numbered marks and their list. */
export function renderConditionReport(issuer: Issuer, paper: ConditionPaper): Promise<Buffer> {
  const { language } = issuer;
  const say = sayIn(language);
  const name: PaperName = { title: titles[paper.phase](say), number: nameAndDayOf(language, paper) };
  const { setter, finish } = openDocument({
    info: {
      Title: say('Condition report: {piece}', { piece: name.number }),
      Author: issuer.shopName,
      ...(paper.issuedAt !== null && { CreationDate: new Date(paper.issuedAt) }),
    },
    lang: localeOf(language),
  });
  const sheet = createSheet(setter, issuer, name);
  setLetterhead(sheet, issuer, name);
  setPiece(sheet, paper);
  setFacts(sheet, factsOf(issuer, paper));
  for (const { heading, text } of paper.texts)
    if (text !== '') setText(sheet, translateContractText(heading, language), text);
  for (const [position, photograph] of paper.photographs.entries())
    setPhotograph(sheet, photograph, { number: position + 1, paper, language });
  setFooters(sheet, issuer, name);
  return finish();
}

const titles: Readonly<Record<ConditionPaper['phase'], (say: Say) => string>> = {
  draft: (say) => say('Condition report (draft)'),
  issued: (say) => say('Condition report'),
  withdrawn: (say) => say('Condition report (withdrawn)'),
};

const nameAndDayOf = (language: Language, { piece, examinedOn }: ConditionPaper) =>
  [piece.name, partialDateInWords(examinedOn, language)].filter(Boolean).join(', ');

function setPiece(sheet: Sheet, { piece }: ConditionPaper): void {
  const { setter, english } = sheet;
  const width = page.right - page.left;
  const facts = [piece.artist, piece.year === null ? '' : String(piece.year), piece.size, piece.madeOf];
  sheet.y += 8;
  const names = setter.linesOf(piece.name, width, nameStyle, 3);
  sheet.y = setParagraph(setter, names, page.left, sheet.y, nameStyle, english);
  const lines = setter.linesOf(facts.filter(Boolean).join(', '), width, styles.muted, 4);
  sheet.y = setParagraph(setter, lines, page.left, sheet.y, styles.muted, english) + 18;
}

function factsOf(issuer: Issuer, paper: ConditionPaper): [label: string, value: string][] {
  const { language } = issuer;
  const say = sayIn(language);
  const day = dayFormat(issuer);
  const { examinedOn, examiner, state, issuedAt, withdrawnAt } = paper;
  return [
    [say('Examined'), partialDateInWords(examinedOn, language) || say('Not yet')],
    [say('By'), examiner || say('Nobody yet')],
    [say('Overall state'), state === '' ? say('Not judged yet') : stateInWords[state](say)],
    withdrawnAt === null
      ? [say('Issued'), issuedAt === null ? say('Not yet') : day(issuedAt)]
      : [say('Withdrawn'), day(withdrawnAt)],
  ];
}

const stateInWords: Readonly<Record<ConditionState, (say: Say) => string>> = {
  excellent: (say) => say('Excellent'),
  'very good': (say) => say('Very good'),
  good: (say) => say('Good'),
  fair: (say) => say('Fair'),
  poor: (say) => say('Poor'),
};

/** Sets a heading and its text, which may continue on further pages. */
function setText(sheet: Sheet, heading: string, text: string): void {
  sheet.need(16 + 3 * styles.text.leading);
  setHeading(sheet, heading);
  for (const paragraph of text.split('\n').filter((line) => line.trim() !== '')) {
    const lines = sheet.setter.linesOf(paragraph, page.right - page.left, styles.text);
    while (lines.length > 0) {
      sheet.need(styles.text.leading);
      const room = Math.max(1, Math.floor((page.bottom - sheet.y) / styles.text.leading));
      sheet.y = setParagraph(sheet.setter, lines.splice(0, room), page.left, sheet.y, styles.text, sheet.english);
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
  { number, paper, language }: { number: number; paper: ConditionPaper; language: Language },
): void {
  const { say } = sheet;
  const count = paper.photographs.length;
  const size = picture ? fitting(picture) : { width: 0, height: styles.muted.leading };
  sheet.need(2 * headingStyle.leading + size.height + (marks.length > 0 ? 40 : 8));
  setHeading(sheet, [say('Photograph {number} of {count}', { number, count }), caption].filter(Boolean).join(': '));
  if (picture) {
    const alt = caption || say('Photograph {number} of {name}', { number, name: paper.piece.name });
    setMarks(sheet.setter, { ...picture, alt }, { left: page.left, top: sheet.y - 6, ...size }, marks);
  } else
    sheet.setter.tagged('P', () =>
      sheet.setter.line(say('The shop does not have this photograph any more.'), page.left, sheet.y + 6, styles.muted),
    );
  sheet.y += size.height + 14;
  for (const [position, mark] of marks.entries()) setMark(sheet, mark, { number: position + 1, language });
  sheet.y += 20;
}

function fitting({ width, height }: { width: number; height: number }) {
  const scale = Math.min(box.width / width, box.height / height);
  return { width: width * scale, height: height * scale };
}

/** Sets a mark in the list below a photograph. */
function setMark(
  sheet: Sheet,
  mark: ConditionMark,
  { number, language }: { number: number; language: Language },
): void {
  const { setter, say } = sheet;
  const left = page.left + 24;
  const words = [kindInWords[mark.kind](say), mark.text].filter(Boolean).join(': ');
  const lines = setter.linesOf(
    `${words} (${translateContractText(placeInWords(mark), language)})`,
    page.right - left,
    styles.text,
    5,
  );
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

const kindInWords: Readonly<Record<MarkKind, (say: Say) => string>> = {
  scratch: (say) => say('Scratch'),
  chip: (say) => say('Chip'),
  crack: (say) => say('Crack'),
  loss: (say) => say('Loss'),
  stain: (say) => say('Stain'),
  wear: (say) => say('Wear'),
  restoration: (say) => say('Restoration'),
  other: (say) => say('Other'),
};
