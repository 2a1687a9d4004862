import { pieceColumnKeys } from '#contract/import-columns.ts';
import { limits } from '#contract/limits.ts';
import type { WorstText } from './worst-bytes.ts';

type TextOf = WorstText['of'];

/** A file for an upload, made around a text. */
interface WorstFile {
  what: string;
  of(textOf: TextOf, bytes: number): string;
}

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const row = (cells: readonly string[]) => `${cells.map(cell).join(',')}\n`;

/** Rows after the titles, as many as `bytes` allow and `most` at most. */
function rowsOf(titles: readonly string[], next: (at: number) => string[], bytes: number, most: number): string {
  const rows = [row(titles)];
  let left = bytes - Buffer.byteLength(rows.join(''));
  for (let at = 0; at < most; at += 1) {
    const one = row(next(at));
    left -= Buffer.byteLength(one);
    if (at > 0 && left < 0) break;
    rows.push(one);
  }
  return rows.join('');
}

/** The longest text whose cell has at most so many bytes, whatever its characters are. */
const longestIn = (bytes: number) => Math.floor(bytes / 3);

/** Files of pieces with these titles. `first`: the first cells of each row, which say how the row is read. */
const piecesOf = (name: string, titles: readonly string[], first: readonly string[] = []): readonly WorstFile[] => {
  const others = titles.slice(first.length);
  return [
    {
      what: `${name} with as much in each cell as it may have`,
      of: (textOf, bytes) =>
        rowsOf(
          titles,
          (at) => [...first, ...others.map(() => textOf(limits.shortText - 4) + at)],
          bytes,
          limits.importRows,
        ),
    },
    {
      what: `${name} with one long cell in each row`,
      of: (textOf, bytes) => {
        const long = longestIn(Math.min(limits.importRow, bytes / others.length));
        const cells = (at: number) => others.map((_, column) => (column === at ? textOf(long) : ''));
        return rowsOf(titles, (at) => [...first, ...cells(at)], bytes, others.length);
      },
    },
  ];
};

/** CSV files of pieces, and one that is a text from its first byte on. */
export const worstPieces: readonly WorstFile[] = [
  ...piecesOf('an own file', pieceColumnKeys),
  ...piecesOf('a list', ['Title', 'Price', 'Size', 'Stock', 'Images', 'Notes']),
  ...piecesOf(
    'a file of Shopify',
    ['Handle', 'Title', 'Variant Price', 'Body (HTML)', 'Image Src', 'Image Alt Text', 'Option1 Value'],
    ['one'],
  ),
  ...piecesOf(
    'a file of WooCommerce',
    ['ID', 'Type', 'Name', 'Regular price', 'Description', 'Images', 'Parent'],
    ['', 'simple'],
  ),
  {
    what: 'titles',
    of: (textOf, bytes) =>
      rowsOf(
        Array.from({ length: 50 }, () => textOf(longestIn(bytes / 50))),
        () => ['a'],
        bytes,
        1,
      ),
  },
  { what: 'nothing but a text', of: (textOf, bytes) => textOf(longestIn(bytes)) },
];

export const worstStatements: readonly WorstFile[] = [
  {
    what: 'rows with a text',
    of: (textOf, bytes) =>
      rowsOf(
        ['Date', 'Amount', 'Description'],
        (at) => ['23/11/2026', '10.00', `${textOf(60)}${at}`],
        bytes,
        limits.statementRows,
      ),
  },
  {
    what: 'rows whose days and amounts are texts',
    of: (textOf, bytes) =>
      rowsOf(
        ['Date', 'Amount', 'Description'],
        (at) => (at === 0 ? ['23/11/2026', '10.00', 'x'] : [textOf(30), textOf(30), 'x']),
        bytes,
        limits.statementRows,
      ),
  },
  {
    what: 'a row with a long text',
    of: (textOf, bytes) =>
      rowsOf(['Date', 'Amount', 'Description'], () => ['23/11/2026', '10.00', textOf(longestIn(bytes))], bytes, 1),
  },
  { what: 'nothing but a text', of: (textOf, bytes) => textOf(longestIn(bytes)) },
];

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}<path d="M0 0h9"/></svg>`;
const inMarkup = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const worstDrawings: readonly WorstFile[] = [
  {
    what: 'a drawing with a text',
    of: (textOf, bytes) => svg(`<text>${inMarkup(textOf(longestIn(bytes / 2)))}</text>`),
  },
  {
    what: 'a drawing with an attribute',
    of: (textOf, bytes) => svg(`<g style="fill:${inMarkup(textOf(longestIn(bytes / 2)))}"/>`),
  },
  {
    what: 'a drawing with a style sheet',
    of: (textOf, bytes) => svg(`<style>.a{fill:#fff}${inMarkup(textOf(longestIn(bytes / 2)))}</style>`),
  },
  { what: 'nothing but a text', of: (textOf, bytes) => textOf(longestIn(bytes)) },
];

/** The first bytes of pictures, so that the rest is read as one. */
const beginnings = {
  PNG: '\x89PNG\r\n\x1a\n\0\0\0\rIHDR',
  JPEG: '\xff\xd8\xff\xe1\xff\xffExif\0\0',
  TIFF: 'II*\0\x08\0\0\0',
  nothing: '',
};

export const worstPictures: readonly WorstFile[] = Object.entries(beginnings).map(([what, beginning]) => ({
  what: `a picture that begins like ${what}`,
  of: (textOf, bytes) => beginning + textOf(longestIn(bytes)),
}));
