import { inflateSync } from 'node:zlib';

/**
 * The words on each page of a PDF as PDFKit writes it, one line per piece of text, in the order they were set: what a search in
 * the file finds. For tests.
 */
export function pageTexts(file: Buffer): string[] {
  const objects = objectsOf(file.toString('latin1'));
  const letters = new Map<string, Map<string, string>>();
  for (const [, name = '', font = ''] of objectTexts(objects).matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(font)?.head ?? '')?.[1];
    if (unicode) letters.set(name, lettersOf(objects.get(unicode)?.content ?? ''));
  }
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => wordsOf(objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.content ?? '', letters));
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

/** From a font's own numbers of its letters to the letters. */
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

/** Runs of one line stand beside each other: where one ends the next begins, whatever its font. */
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
