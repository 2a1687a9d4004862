import { setQrCode } from '#server/platform/pdf/qr-code.ts';
import { hairline, setTextLines } from '#server/platform/pdf/sheet.ts';
import type { PieceContent } from './paper-content.ts';
import { pictureBox } from './paper-page.ts';
import { beginPage, flow, need, type PaperSheet, setFooters, setMark, setRule, wordsOf } from './paper-sheet.ts';
import { paperStyles } from './paper-styles.ts';
import { fittedIn } from './print-picture.ts';

/** Points. */
const qrSize = 51;

/** The first page: shop, picture, title, subtitle, how many pieces follow, and the place. */
export function drawCover(sheet: PaperSheet, picture: Buffer | null): void {
  const { setter, content, page } = sheet;
  const width = page.right - page.left;
  const { shop, cover, text, muted } = paperStyles;
  const names = setter.linesOf(content.shopName, width, shop, 2);
  setTextLines(setter, 'P', names, { left: page.left, top: page.top + 26, style: shop });
  const titles = setter.linesOf(content.title, width, cover, 4);
  const subtitles = setter.linesOf(content.subtitle, width, text, 4);
  const places = setter.linesOf(content.place, width, muted, 2);
  const below = (subtitles.length + 1 + places.length) * text.leading;
  const titleTop = page.footer - below - titles.length * cover.leading + 22;
  if (picture && content.cover) {
    const size = fittedIn(content.cover, 'cover', content.size);
    const top = page.top + 26 + names.length * shop.leading;
    const free = titleTop - cover.size - 24 - top;
    const scale = Math.min(1, free / size.height);
    const [drawnWidth, height] = [size.width * scale, size.height * scale];
    setter.image(picture, page.left, top + Math.max(0, (free - height) / 2), {
      width: drawnWidth,
      height,
      alt: content.cover.alt,
    });
  }
  let y = setTextLines(setter, 'H1', titles, { left: page.left, top: titleTop, style: cover });
  y = setTextLines(setter, 'P', subtitles, { left: page.left, top: y - 14, style: text });
  const count = [wordsOf(sheet).pieces(content.pieces.length)];
  y = setTextLines(setter, 'P', count, { left: page.left, top: y, style: muted });
  setTextLines(setter, 'P', places, { left: page.left, top: y, style: muted });
}

/** The page of a piece: its picture, name, facts, price, texts and QR code. It may continue on further pages. */
export function drawPiecePage(sheet: PaperSheet, piece: PieceContent, picture: Buffer | null): void {
  const { setter, page, content } = sheet;
  sheet.onNewPage = () => undefined;
  beginPage(sheet);
  setter.document.outline.addItem(piece.name);
  setter.tagged('Sect', () => {
    if (picture && piece.picture) {
      const { width, height } = fittedIn(piece.picture, 'piece', content.size);
      setter.image(picture, page.left, page.top, { width, height, alt: piece.picture.alt });
      sheet.y = page.top + pictureBox('piece', content.size).height;
    }
    sheet.y += 34;
    setHead(sheet, piece);
    sheet.onNewPage = () => continueHead(sheet, piece);
    setFacts(sheet, piece);
    setPrice(sheet, piece);
    for (const paragraph of piece.paragraphs) {
      flow(sheet, paragraph, paperStyles.muted, { left: page.left, width: page.right - page.left });
      sheet.y += 6;
    }
    setQr(sheet, piece);
  });
}

export function finishCatalogue(sheet: PaperSheet): void {
  setFooters(sheet, 1, (number) => String(number));
}

function setHead(sheet: PaperSheet, { name, makers, lines: further }: PieceContent): void {
  const { setter, page } = sheet;
  const width = page.right - page.left;
  const { piece, text } = paperStyles;
  const names = setter.linesOf(name, width, piece, 4);
  sheet.y = setTextLines(setter, 'H2', names, { left: page.left, top: sheet.y, style: piece }) - 8;
  for (const words of [makers, ...further]) {
    const lines = setter.linesOf(words, width, text, 3);
    sheet.y = setTextLines(setter, 'P', lines, { left: page.left, top: sheet.y, style: text });
  }
  sheet.y += 12;
}

function continueHead(sheet: PaperSheet, { name }: PieceContent): void {
  const { setter, page } = sheet;
  const [shown = ''] = setter.linesOf(name, page.right - page.left, paperStyles.small, 1);
  setter.decoration('Pagination', () => setter.line(shown, page.left, page.top + 8, paperStyles.small));
  sheet.y += 36;
}

/** Each fact is a line of a list, above a hairline. */
function setFacts(sheet: PaperSheet, { series, size, madeOf }: PieceContent): void {
  const { setter, page } = sheet;
  const words = wordsOf(sheet);
  const facts = [
    [words.series, series],
    [words.size, size],
    [words.madeOf, madeOf],
  ].filter(([, value]) => value !== '');
  if (facts.length === 0) return;
  const { text, muted } = paperStyles;
  const labelWidth = Math.max(...facts.map(([label = '']) => setter.widthOf(label, muted))) + 18;
  setter.tagged('L', () => {
    for (const [label = '', value = ''] of facts) {
      const lines = setter.linesOf(value, page.right - page.left - labelWidth, text, 4);
      need(sheet, lines.length * text.leading + 7);
      const top = sheet.y;
      setter.tagged('LI', () =>
        setter.tagged('LBody', () => {
          setter.line(`${label}: `, page.left, top, muted);
          setLinesInside(sheet, lines, page.left + labelWidth, top);
        }),
      );
      sheet.y = top + (lines.length - 1) * text.leading + 7;
      setRule(sheet, sheet.y, hairline);
      sheet.y += 15;
    }
  });
}

function setLinesInside({ setter }: PaperSheet, lines: readonly string[], left: number, top: number): void {
  const { text } = paperStyles;
  for (const [position, line] of lines.entries()) setter.line(`${line} `, left, top + position * text.leading, text);
}

function setPrice(sheet: PaperSheet, { price, mark }: PieceContent): void {
  const { setter, page } = sheet;
  if (price === '' && mark === null) return;
  need(sheet, 24);
  sheet.y += 3;
  if (mark) setMark(sheet, mark, { x: page.left, y: sheet.y });
  else setter.tagged('P', () => setter.line(price, page.left, sheet.y, paperStyles.price));
  sheet.y += 22;
}

function setQr(sheet: PaperSheet, { url }: PieceContent): void {
  if (url === '') return;
  const { setter, page } = sheet;
  const words = wordsOf(sheet);
  need(sheet, qrSize + 8);
  const top = sheet.y - 2;
  setQrCode(setter, url, { left: page.left, top, size: qrSize, alt: words.qrAlt(url) });
  setter.tagged('P', () => setter.line(words.qr, page.left + qrSize + 12, top + qrSize, paperStyles.small));
  sheet.y = top + qrSize + 14;
}
