import { paperWords } from '#contract/catalogue-lines.ts';
import { ink, setTextLines } from '#server/platform/pdf/sheet.ts';
import type { Style, Typesetter } from '#server/platform/pdf/typesetter.ts';
import type { PaperContent } from './paper-content.ts';
import type { Page } from './paper-page.ts';
import { markColors, paperStyles } from './paper-styles.ts';

/** The paper that is being drawn; `y` is the next baseline in points from the upper edge of the page. */
export interface PaperSheet {
  setter: Typesetter;
  content: PaperContent;
  page: Page;
  y: number;
  /** Draws what repeats at the top of a page that continues another one. */
  onNewPage: () => void;
}

export const wordsOf = ({ content }: PaperSheet) => paperWords[content.language];

export function beginPage(sheet: PaperSheet): void {
  sheet.setter.document.addPage();
  sheet.y = sheet.page.top;
  sheet.onNewPage();
}

/** Begins a new page if less than `height` points are left. */
export function need(sheet: PaperSheet, height: number): void {
  if (sheet.y + height > sheet.page.bottom) beginPage(sheet);
}

interface Place {
  left: number;
  width: number;
  /** The largest number of lines; a longer text ends with an ellipsis. */
  most?: number;
}

/** Sets a text from `y` on. If it needs further pages, it is a separate paragraph on each. */
export function flow(sheet: PaperSheet, text: string, style: Style, place: Place): void {
  let lines = sheet.setter.linesOf(text, place.width, style, place.most);
  while (lines.length > 0) {
    const room = Math.floor((sheet.page.bottom - sheet.y) / style.leading);
    // A single line is not left alone at the end of a page.
    if (room < Math.min(2, lines.length)) {
      beginPage(sheet);
      continue;
    }
    setTextLines(sheet.setter, 'P', lines.slice(0, room), { left: place.left, top: sheet.y, style });
    sheet.y += Math.min(room, lines.length) * style.leading;
    lines = lines.slice(room);
  }
}

export type Mark = 'sold' | 'reserved' | 'unique';

interface MarkPlace {
  x: number;
  y: number;
  align?: 'left' | 'right';
  style?: Style;
}

/** Draws a mark and its words: a dot, half a dot, or a square of gold. `x` is the left edge, or the right edge if `align` is 'right'. */
export function setMark(
  sheet: PaperSheet,
  mark: Mark,
  { x, y, align = 'left', style = paperStyles.text }: MarkPlace,
): void {
  const { setter } = sheet;
  const words = wordsOf(sheet)[mark];
  const radius = style.size * 0.42;
  const before = 2 * radius + style.size * 0.6;
  const left = align === 'left' ? x : x - setter.widthOf(words, style) - before;
  setter.decoration('Layout', () => drawMark(setter, mark, { x: left + radius, y: y - style.size * 0.34, radius }));
  setter.tagged('P', () => setter.line(words, left + before, y, style));
}

function drawMark(
  { document }: Typesetter,
  mark: Mark,
  { x, y, radius }: { x: number; y: number; radius: number },
): void {
  if (mark === 'unique') {
    document
      .save()
      .rotate(-8, { origin: [x, y] })
      .rect(x - radius, y - radius, 2 * radius, 2 * radius)
      .fill(markColors.gold)
      .restore();
    return;
  }
  document.circle(x, y, radius - 0.4);
  if (mark === 'sold') {
    document.fill(markColors.vermilion);
    return;
  }
  document.lineWidth(0.8).strokeColor(markColors.vermilion).stroke();
  document.path(`M ${x} ${y - radius} A ${radius} ${radius} 0 0 0 ${x} ${y + radius} Z`).fill(markColors.vermilion);
}

/** Draws a thin line from `left` to the right margin, `y` and `thickness` in points. */
export function setRule({ setter, page }: PaperSheet, y: number, color = ink, thickness = 0.5, left = page.left): void {
  setter.decoration('Layout', () => {
    setter.document.moveTo(left, y).lineTo(page.right, y).lineWidth(thickness).strokeColor(color).stroke();
  });
}

/** Draws the name of the shop and the page number on every page from `first` on; `first` counts from 0. */
export function setFooters(sheet: PaperSheet, first: number, numberOf: (page: number, count: number) => string): void {
  const { setter, page, content } = sheet;
  const { start, count } = setter.document.bufferedPageRange();
  for (let position = first; position < count; position++) {
    setter.document.switchToPage(start + position);
    setter.decoration('Pagination', () => {
      const [shop = ''] = setter.linesOf(content.shopName, (page.right - page.left) / 2, paperStyles.small, 1);
      setter.line(shop, page.left, page.footer, paperStyles.small);
      setter.line(numberOf(position + 1, count), page.right, page.footer, paperStyles.small, 'right');
    });
  }
}
