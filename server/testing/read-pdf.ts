import { inflateSync } from 'node:zlib';

/** The searchable text of each page of a PDF made by PDFKit, one line for each line set, in that order. For tests. */
export function pageTexts(file: Buffer): string[] {
  const objects = objectsOf(file.toString('latin1'));
  const letters = fontsOf(objects);
  return pagesOf(objects).map(({ content }) => wordsOf(content, letters));
}

/**
 * The elements that a screen reader reads in a PDF made by PDFKit, in the order of its structure tree, e.g.
 * `Document > Table > TR > TH: Price`; and `unread`, the text that is neither in the tree nor marked as decoration.
 */
export function structureOf(file: Buffer): { elements: string[]; unread: string } {
  const objects = objectsOf(file.toString('latin1'));
  const letters = fontsOf(objects);
  const marked = new Map<string, string>();
  let unread = '';
  for (const { number, content } of pagesOf(objects)) {
    for (const [, id, set = ''] of content.matchAll(/\/\w+ <<\s*\/MCID (\d+)\s*>> BDC([\s\S]*?)\bEMC/g))
      marked.set(`${number} ${id}`, wordsOf(set, letters).trimStart());
    unread += wordsOf(content.replace(/\/\w+ <<[^>]*>> BDC[\s\S]*?\bEMC/g, ''), letters);
  }
  const tree = [...objects.values()].find(({ head }) => head.includes('/Type /StructTreeRoot'));
  const elements = childrenOf(tree?.head ?? '').flatMap((child) => readElement(objects, marked, child, ''));
  return { elements, unread };
}

function readElement(objects: Map<string, PdfObject>, marked: Map<string, string>, number: string, above: string) {
  const head = objects.get(number)?.head ?? '';
  const [, tag = ''] = /\/S \/(\w+)/.exec(head) ?? [];
  const [, alt] = /\/Alt \(([^)]*)\)/.exec(head) ?? [];
  const [, page = ''] = /\/Pg (\d+) 0 R/.exec(head) ?? [];
  const path = above === '' ? tag : `${above} > ${tag}`;
  const children: string[] = childrenOf(head).flatMap((child) => readElement(objects, marked, child, path));
  const text = contentsOf(head)
    .map((id) => marked.get(`${page} ${id}`) ?? '')
    .join('');
  return text === '' && alt === undefined ? children : [`${path}: ${alt ?? text}`, ...children];
}

/** `/K [7 0 R 8 0 R]` refers to child elements, `/K [0 1]` to marked content of the page. */
const kidsOf = (head: string) => /\/K \[([^\]]*)\]/.exec(head)?.[1] ?? '';
const childrenOf = (head: string) => [...kidsOf(head).matchAll(/(\d+) 0 R/g)].map(([, number = '']) => number);
const contentsOf = (head: string) =>
  kidsOf(head)
    .replace(/\d+ 0 R/g, '')
    .match(/\d+/g) ?? [];

function fontsOf(objects: Map<string, PdfObject>): Map<string, Map<string, string>> {
  const letters = new Map<string, Map<string, string>>();
  for (const [, name = '', font = ''] of objectTexts(objects).matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1];
    if (unicode) letters.set(name, lettersOf(objects.get(unicode)?.content ?? ''));
  }
  return letters;
}

function pagesOf(objects: Map<string, PdfObject>): { number: string; content: string }[] {
  return [...objects]
    .filter(([, { head }]) => /\/Type \/Page\b/.test(head))
    .map(([number, { head }]) => {
      const contents = /\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '';
      return { number, content: objects.get(contents)?.content ?? '' };
    });
}

interface PdfObject {
  head: string;
  content: string;
}

function objectsOf(file: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>();
  for (const [, number = '', body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', stream] = body.split(/\nstream\n/);
    const isPacked = stream !== undefined && head.includes('/FlateDecode') && !head.includes('/Image');
    const content = isPacked ? inflateSync(Buffer.from(stream, 'latin1')).toString('latin1') : (stream ?? '');
    objects.set(number, { head, content });
  }
  return objects;
}

const objectTexts = (objects: Map<string, PdfObject>) => [...objects.values()].map(({ head }) => head).join('\n');

/** A font's letters by its glyph numbers, 4 hex digits, from its ToUnicode map. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [position, [, unicode = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + position).toString(16).padStart(4, '0');
      const bytes = Buffer.from(unicode.replaceAll(' ', ''), 'hex');
      letters.set(glyph, bytes.length > 1 ? bytes.swap16().toString('utf16le') : '');
    }
  }
  return letters;
}

/** The text of a page's content, with each line after a line break. Runs of a line are joined, whatever their fonts. */
function wordsOf(content: string, letters: Map<string, Map<string, string>>): string {
  let text = '';
  let line = '';
  let font = '';
  for (const [, y, name, shown] of content.matchAll(
    /1 0 0 1 [\d.-]+ ([\d.-]+) Tm|\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g,
  )) {
    if (y !== undefined && y !== line) text += '\n';
    line = y ?? line;
    font = name ?? font;
    for (const [, codes = ''] of (shown ?? '').matchAll(/<([0-9a-f]*)>/g)) {
      for (const glyph of codes.match(/.{4}/g) ?? []) text += letters.get(font)?.get(glyph) ?? '';
    }
  }
  return text;
}
