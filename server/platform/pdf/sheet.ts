import { type Language, localeIn } from '#contract/languages.ts';
import { type Say, sayIn } from '../translations.ts';
import { betweenLines, type Style, type TagOptions, type Typesetter } from './typesetter.ts';

/** A logo as a PDF embeds it. */
export interface Logo {
  png: Buffer;
  /** Points. */
  width: number;
  height: number;
}

/** The shop that issues a paper, and the language of the paper's fixed words. */
export interface Issuer {
  language: Language;
  shopName: string;
  timeZone: string;
  currency: string;
  logo: Logo | null;
}

/** What every page of a paper repeats. */
export interface PaperName {
  /** For example 'Invoice'. */
  title: string;
  number: string;
}

/** The edges of the text, points; an A4 page is 595.28 by 841.89. */
export const page = { left: 56, right: 539, top: 56, bottom: 770, footer: 802 };
export const priceColumn = 110;

/** The colours of the light theme in tokens.css. */
export const ink = '#1b1210';
const muted = '#524944';
const subtle = '#6b625b';
export const hairline = '#d8d4cb';
const gold = '#c6a04d';

const style = (face: Style['face'], size: number, leading: number, color = ink): Style => ({
  face,
  size,
  leading,
  color,
});
export const styles = {
  shop: style('display', 26, 32),
  shopSmall: style('display', 13, 18),
  heading: style('display', 26, 32),
  smallHeading: style('display', 17, 22),
  name: style('title', 15, 18),
  text: style('text', 9.5, 14),
  muted: style('text', 9.5, 14, muted),
  small: style('text', 8.5, 12.5, subtle),
  label: style('text', 8.5, 12.5, subtle),
  strong: style('strong', 9.5, 14),
  total: style('strong', 13, 18),
  thanks: style('display', 15, 22),
};

/** The current position: `y` in points from the upper edge of the page. */
export interface Sheet {
  setter: Typesetter;
  /** The words of the paper. */
  say: Say;
  /** Tag options for English text; they name the language only if the paper is not in English. */
  english: Pick<TagOptions, 'lang'>;
  y: number;
  /** Begins a new page if less than `height` points are left. */
  need(height: number): void;
}

/** Begins at the top of the first page. Pass `say` only for a paper with words in two languages. */
export function createSheet(
  setter: Typesetter,
  issuer: Issuer,
  paper: PaperName,
  say: Say = sayIn(issuer.language),
): Sheet {
  const sheet: Sheet = {
    setter,
    say,
    english: issuer.language === 'en' ? {} : { lang: localeOf('en') },
    y: page.top,
    need(height) {
      if (sheet.y + height <= page.bottom) return;
      setter.document.addPage();
      setter.decoration('Pagination', () => {
        setter.line(fitted(setter, issuer.shopName, 300, styles.shopSmall), page.left, page.top + 10, styles.shopSmall);
        setter.line(`${paper.title} ${paper.number}`, page.right, page.top + 10, styles.small, 'right');
        rule(setter, page.top + 24, hairline, 0.5);
      });
      sheet.y = page.top + 40;
    },
  };
  return sheet;
}

/** The least width that a title leaves to the name of the shop, points. */
const leastShopWidth = 30;

export function setLetterhead(sheet: Sheet, { logo, shopName }: Issuer, { title }: PaperName): void {
  const { setter, say } = sheet;
  const baseline = page.top + 36;
  if (logo) {
    const { png, width, height } = logo;
    setter.image(png, page.left, baseline + 4 - height, {
      width,
      height,
      alt: say('Logo of {shop}', { shop: shopName }),
    });
  }
  const nameLeft = logo ? page.left + logo.width + 14 : page.left;
  const room = page.right - 20 - nameLeft;
  const isWide = setter.widthOf(title, styles.heading) > room - leastShopWidth;
  // The English name, which follows some titles in brackets, may go on a line of its own.
  const [titles, titleStyle] = isWide ? [title.split(/ (?=\()/), styles.smallHeading] : [[title], styles.heading];
  const width = room - Math.max(...titles.map((line) => setter.widthOf(line, titleStyle)));
  const nameStyle = logo || setter.widthOf(shopName, styles.shop) > width ? styles.shopSmall : styles.shop;
  const beside = setter.linesOf(shopName, width, nameStyle);
  // Papers for the customs must not shorten a long name: it is smaller, on two lines, and if need be below the title.
  const isBelow = beside.length > 2 || shopName.split(' ').some((word) => setter.widthOf(word, nameStyle) > width);
  const lines = isBelow ? setter.linesOf(shopName, page.right - page.left, nameStyle) : beside;
  const left = isBelow ? page.left : nameLeft;
  const bottom = isBelow ? baseline + 4 + lines.length * nameStyle.leading : baseline;
  setParagraph(setter, lines, left, bottom - (lines.length - 1) * nameStyle.leading, nameStyle);
  setter.tagged('H1', () => {
    for (const [position, line] of titles.entries()) {
      const above = titles.length - 1 - position;
      const y = baseline - above * titleStyle.leading;
      // The space at the end, needed when text is copied, lies beyond the right edge.
      if (above > 0) setter.line(`${line} `, page.right + setter.widthOf(' ', titleStyle), y, titleStyle, 'right');
      else setter.line(line, page.right, y, titleStyle, 'right');
    }
  });
  rule(setter, bottom + 18, gold, 1.5);
  sheet.y = bottom + 44;
}

/** Sets short facts side by side, each below its label. */
export function setFacts(sheet: Sheet, facts: readonly [label: string, value: string][]): void {
  const { setter } = sheet;
  const column = (page.right - page.left) / facts.length;
  const labels = facts.map(([label]) => setter.linesOf(label, column - 8, styles.label, 2));
  const lineCount = Math.max(...labels.map((lines) => lines.length));
  const below = sheet.y + (lineCount - 1) * styles.label.leading;
  for (const [position, [, value]] of facts.entries()) {
    const left = page.left + position * column;
    setter.tagged('P', () => {
      for (const [number, line] of (labels[position] ?? []).entries())
        setter.line(`${line} `, left, sheet.y + number * styles.label.leading, styles.label);
      setter.line(fitted(setter, value, column - 8, styles.text), left, below + 15, styles.text);
    });
  }
  sheet.y = below + 48;
}

/** Sets columns that say who the paper is from and for. The first line below the heading of a column is a name. */
export function setColumns(sheet: Sheet, columns: readonly [label: string, lines: readonly string[]][]): void {
  const width = (page.right - page.left) / Math.max(2, columns.length);
  const heights = columns.map(([label, lines], position) => {
    const left = page.left + position * width;
    sheet.setter.tagged('H2', () => sheet.setter.line(label, left, sheet.y, styles.label));
    const [first = '', ...rest] = lines.filter((line) => line.trim() !== '');
    let y = sheet.y + 16;
    for (const [number, line] of [first, ...rest].entries()) {
      const textStyle = number === 0 ? styles.strong : styles.muted;
      y = setParagraph(sheet.setter, sheet.setter.linesOf(line, width - 16, textStyle), left, y, textStyle);
    }
    return y - sheet.y;
  });
  sheet.y += Math.max(...heights) + 18;
}

export interface Row {
  /** Which cells are headings: both in the row of column headings, the first one in a row with a row heading. */
  head: 'Column' | 'Row' | null;
  first: () => void;
  price: () => void;
}

export function setRow(setter: Typesetter, { head, first, price }: Row): void {
  setter.tagged('TR', () => {
    setter.tagged(head ? 'TH' : 'TD', first, head ? { scope: head } : {});
    setter.tagged(head === 'Column' ? 'TH' : 'TD', price, head === 'Column' ? { scope: head } : {});
  });
}

/** Sets the lines of one text as one element. Returns the next `y`. */
export function setTextLines(
  setter: Typesetter,
  tag: 'P' | 'H1' | 'H2',
  lines: readonly string[],
  { left, top, style: textStyle }: { left: number; top: number; style: Style },
  options: TagOptions = {},
): number {
  if (lines.length === 0) return top;
  const setAll = () => {
    for (const [number, line] of lines.entries()) {
      const next = lines[number + 1];
      const shown = next === undefined ? line : line + betweenLines(line, next);
      setter.line(shown, left, top + number * textStyle.leading, textStyle);
    }
  };
  setter.tagged(tag, setAll, options);
  return top + lines.length * textStyle.leading;
}

/** Sets the lines of one text as a paragraph. Returns the next `y`. */
export function setParagraph(
  setter: Typesetter,
  lines: readonly string[],
  left: number,
  top: number,
  textStyle: Style,
  options: TagOptions = {},
): number {
  return setTextLines(setter, 'P', lines, { left, top, style: textStyle }, options);
}

/** Sets words that are in English on every paper, and marks them as English if the paper is in another language. */
export function setEnglish({ setter, english }: Sheet, set: () => void): void {
  if (english.lang === undefined) set();
  else setter.tagged('Span', set, english);
}

export function setFooters({ setter, say }: Sheet, { shopName }: Issuer, { number }: PaperName): void {
  const { start, count } = setter.document.bufferedPageRange();
  for (let position = 0; position < count; position++) {
    setter.document.switchToPage(start + position);
    setter.decoration('Pagination', () => {
      rule(setter, page.footer - 16, hairline, 0.5);
      const numbered = say('Page {number} of {count}', { number: position + 1, count });
      const room = page.right - page.left - setter.widthOf(numbered, styles.small) - 20;
      setter.line(fitted(setter, `${shopName} · ${number}`, room, styles.small), page.left, page.footer, styles.small);
      setter.line(numbered, page.right, page.footer, styles.small, 'right');
    });
  }
}

export function rule(setter: Typesetter, y: number, color: string, thickness: number): void {
  setter.decoration('Layout', () => {
    setter.document.moveTo(page.left, y).lineTo(page.right, y).lineWidth(thickness).strokeColor(color).stroke();
  });
}

/** The text, cut to one line of `width` points with an ellipsis if it is longer. */
export const fitted = (setter: Typesetter, text: string, width: number, textStyle: Style) =>
  setter.linesOf(text, width, textStyle, 1)[0] ?? '';

export function dayFormat({ timeZone, language }: Issuer): (at: string | number) => string {
  const options = { timeZone, day: 'numeric', month: 'long', year: 'numeric' } as const;
  const format = new Intl.DateTimeFormat(localeOf(language), options);
  return (at) => format.format(new Date(at));
}

/** The locale (BCP 47) with which a paper in this language is marked and formatted. */
export const localeOf = (language: Language): string => localeIn(language, 'en-AU');
