import { labelGrid, labelMillimetres } from '#contract/catalogue-lines.ts';
import { setQrCode } from '#server/platform/pdf/qr-code.ts';
import { setTextLines } from '#server/platform/pdf/sheet.ts';
import type { PieceContent } from './paper-content.ts';
import { millimetre } from './paper-page.ts';
import { type Mark, type PaperSheet, setMark, wordsOf } from './paper-sheet.ts';
import { labelStyles } from './paper-styles.ts';

/** The place of a label on its sheet, in points from the upper left corner. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Labels in columns and rows in the middle of each sheet, with lines to cut along. */
export function drawLabels(sheet: PaperSheet): void {
  const { setter, content } = sheet;
  const grid = gridOf(sheet);
  const perSheet = grid.columns * grid.rows;
  setter.tagged('L', () => {
    for (const [position, piece] of content.pieces.entries()) {
      const place = position % perSheet;
      if (place === 0) {
        if (position > 0) setter.document.addPage();
        drawCutLines(sheet, grid, Math.min(perSheet, content.pieces.length - position));
      }
      const box = {
        left: grid.left + (place % grid.columns) * grid.width,
        top: grid.top + Math.floor(place / grid.columns) * grid.height,
        width: grid.width,
        height: grid.height,
      };
      setter.tagged('LI', () => setter.tagged('LBody', () => drawLabel(sheet, piece, box)));
    }
  });
}

function gridOf({ content }: PaperSheet) {
  const { sheet, columns, rows } = labelGrid(content.size, content.labelSize);
  const label = labelMillimetres[content.labelSize];
  const [width, height] = [label.width * millimetre, label.height * millimetre];
  return {
    columns,
    rows,
    width,
    height,
    left: (sheet.width * millimetre - columns * width) / 2,
    top: (sheet.height * millimetre - rows * height) / 2,
  };
}

/** Draws lines around the `count` labels of a sheet. A row that is not full has lines around its labels only. */
function drawCutLines({ setter }: PaperSheet, grid: ReturnType<typeof gridOf>, count: number): void {
  const { document } = setter;
  setter.decoration('Layout', () => {
    document.lineWidth(0.5).strokeColor('#6b625b').dash(2.5, { space: 2 });
    for (let place = 0; place < count; place++) {
      const left = grid.left + (place % grid.columns) * grid.width;
      const top = grid.top + Math.floor(place / grid.columns) * grid.height;
      if (place < grid.columns) document.moveTo(left, top).lineTo(left + grid.width, top);
      if (place % grid.columns === 0) document.moveTo(left, top).lineTo(left, top + grid.height);
      document
        .moveTo(left + grid.width, top)
        .lineTo(left + grid.width, top + grid.height)
        .lineTo(left, top + grid.height);
    }
    document.stroke().undash();
  });
}

function drawLabel(sheet: PaperSheet, piece: PieceContent, box: Box): void {
  const { setter, content } = sheet;
  const { name, makers, small, padding } = labelStyles[content.labelSize];
  const left = box.left + padding;
  const width = box.width - 2 * padding;
  const bottom = box.top + box.height - padding;
  const lowest = bottom - footHeight(sheet, piece) - 8;
  let y = box.top + padding + name.size * 0.8;
  y = setTextLines(setter, 'P', setter.linesOf(piece.name, width, name, 2), { left, top: y, style: name });
  y = setTextLines(setter, 'P', setter.linesOf(piece.makers, width, makers, 1), { left, top: y, style: makers });
  for (const { words, most, gap } of [
    { words: piece.madeOf, most: 2, gap: 0 },
    { words: piece.size, most: 1, gap: 0 },
    ...piece.lines.map((words) => ({ words, most: 1, gap: 0 })),
    { words: piece.paragraphs[0] ?? '', most: Number.POSITIVE_INFINITY, gap: small.leading / 2 },
  ]) {
    y += gap;
    // Lines that do not fit above the foot are left out.
    const room = Math.floor((lowest - y) / small.leading) + 1;
    if (words === '' || room < 1) continue;
    const lines = setter.linesOf(words, width, small, Math.min(most, room));
    y = setTextLines(setter, 'P', lines, { left, top: y, style: small });
  }
  setFoot(sheet, piece, { left, bottom, right: left + width });
}

const markOf = ({ mark, unique }: PieceContent): Mark | null => mark ?? (unique ? 'unique' : null);

function footHeight({ content }: PaperSheet, piece: PieceContent): number {
  const { price, qrSize } = labelStyles[content.labelSize];
  const rows = (markOf(piece) ? 1 : 0) + (piece.price === '' ? 0 : 1);
  return Math.max(rows * price.leading, piece.url === '' ? 0 : qrSize);
}

/** The space for the foot of a label, in points from the upper left corner of the sheet. */
interface Foot {
  left: number;
  right: number;
  bottom: number;
}

/** Sets the price and the mark at the lower left, and the QR code at the lower right. */
function setFoot(sheet: PaperSheet, piece: PieceContent, { left, right, bottom }: Foot): void {
  const { setter } = sheet;
  const mark = markOf(piece);
  const { price, makers, qrSize } = labelStyles[sheet.content.labelSize];
  if (piece.price !== '')
    setter.tagged('P', () => setter.line(piece.price, left, bottom - (mark ? price.leading : 0), price));
  if (mark) setMark(sheet, mark, { x: left, y: bottom, style: makers });
  if (piece.url === '') return;
  const place = { left: right - qrSize, top: bottom - qrSize, size: qrSize };
  setQrCode(setter, piece.url, { ...place, alt: wordsOf(sheet).qrAlt(piece.url) });
}
