import { setQrCode } from '#server/platform/pdf/qr-code.ts';
import { hairline, setTextLines } from '#server/platform/pdf/sheet.ts';
import type { PieceContent } from './paper-content.ts';
import { flow, need, type PaperSheet, setFooters, setMark, setRule, wordsOf } from './paper-sheet.ts';
import { paperStyles } from './paper-styles.ts';

const priceColumn = 112;
const qrSize = 34;

/** Draws a price list: a table of the pieces with their prices, on as many pages as it needs. */
export function drawList(sheet: PaperSheet): void {
  const { setter, page, content } = sheet;
  setHead(sheet);
  sheet.onNewPage = () => continueHead(sheet);
  setter.tagged('Table', () => {
    setHeadings(sheet);
    for (const piece of content.pieces) setRow(sheet, piece);
  });
  if (content.note !== '') {
    need(sheet, 40);
    sheet.y += 20;
    flow(sheet, content.note, paperStyles.small, { left: page.left, width: page.right - page.left });
  }
  setFooters(sheet, 0, wordsOf(sheet).page);
}

function setHead(sheet: PaperSheet): void {
  const { setter, page, content } = sheet;
  const { shop, strong, muted } = paperStyles;
  const width = page.right - page.left;
  const baseline = page.top + 22;
  const [name = ''] = setter.linesOf(content.shopName, width, shop, 1);
  setter.tagged('P', () => setter.line(name, page.left, baseline, shop));
  // A title that is too long to stand beside the name of the shop is set below it.
  const isBeside = setter.widthOf(name, shop) + setter.widthOf(content.title, strong) + 24 <= width;
  if (isBeside) setter.tagged('H1', () => setter.line(content.title, page.right, baseline, strong, 'right'));
  sheet.y = baseline + 24;
  if (!isBeside) {
    const lines = setter.linesOf(content.title, width, strong, 3);
    sheet.y = setTextLines(setter, 'H1', lines, { left: page.left, top: sheet.y, style: strong });
  }
  const lines = setter.linesOf(content.subtitle, width, muted, 3);
  sheet.y = setTextLines(setter, 'P', lines, { left: page.left, top: sheet.y, style: muted }) + 14;
}

function continueHead(sheet: PaperSheet): void {
  const { setter, page, content } = sheet;
  const [title = ''] = setter.linesOf(content.title, page.right - page.left, paperStyles.small, 1);
  setter.decoration('Pagination', () => setter.line(title, page.left, page.top + 8, paperStyles.small));
  sheet.y += 30;
}

function setHeadings(sheet: PaperSheet): void {
  const { setter, page, content } = sheet;
  const words = wordsOf(sheet);
  const second = content.showsPrices ? words.price : words.availability;
  setter.tagged('TR', () => {
    const column = { scope: 'Column' } as const;
    setter.tagged('TH', () => setter.line(words.piece, page.left, sheet.y, paperStyles.label), column);
    setter.tagged('TH', () => setter.line(second, page.right, sheet.y, paperStyles.label, 'right'), column);
  });
  sheet.y += 8;
  setRule(sheet, sheet.y);
}

function setRow(sheet: PaperSheet, piece: PieceContent): void {
  const { setter, page } = sheet;
  const { strong, small } = paperStyles;
  const left = page.left + (piece.url === '' ? 0 : qrSize + 12);
  const width = page.right - priceColumn - left;
  const names = setter.linesOf(piece.name, width, strong, 3);
  const facts = setter.linesOf([piece.makers, piece.size].filter(Boolean).join('. '), width, small, 2);
  const texts = setter.linesOf(piece.paragraphs[0] ?? '', width, small, 3);
  const textHeight = names.length * strong.leading + (facts.length + texts.length) * small.leading;
  const height = Math.max(textHeight, piece.url === '' ? 0 : qrSize + 4) + 14;
  need(sheet, height);
  const top = sheet.y + 18;
  setter.tagged('TR', () => {
    setter.tagged(
      'TH',
      () => {
        if (piece.url !== '') setRowQr(sheet, piece.url, top - 10);
        let y = setTextLines(setter, 'P', names, { left, top, style: strong });
        y = setTextLines(setter, 'P', facts, { left, top: y, style: small });
        setTextLines(setter, 'P', texts, { left, top: y, style: small });
      },
      { scope: 'Row' },
    );
    setter.tagged('TD', () => setAmount(sheet, piece, top));
  });
  sheet.y += height;
  setRule(sheet, sheet.y, hairline);
}

function setRowQr({ setter, page, ...sheet }: PaperSheet, url: string, top: number): void {
  const words = wordsOf({ setter, page, ...sheet });
  setQrCode(setter, url, { left: page.left, top, size: qrSize, alt: words.qrAlt(url) });
}

/** Sets the second column of a row: the mark of a piece that is not for sale now, else its price, or that it is available. */
function setAmount(sheet: PaperSheet, { mark, price }: PieceContent, y: number): void {
  const { setter, page } = sheet;
  if (mark) {
    setMark(sheet, mark, { x: page.right, y, align: 'right' });
    return;
  }
  const words = price === '' ? wordsOf(sheet).available : price;
  setter.line(words, page.right, y, paperStyles.text, 'right');
}
