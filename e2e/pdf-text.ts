import { inflateSync } from 'node:zlib';

/** The characters of each glyph, by the number of the glyph as four hex digits. */
type Glyphs = ReadonlyMap<string, string>;

/**
 * Reads the text of a PDF that pdfkit wrote, one line per baseline, from top to bottom. Characters are decoded with the
 * ToUnicode table of their font, as when a person copies text. A character without an entry is read as �.
 */
export function readPdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Glyphs>();
  for (const { head } of objects.values()) {
    const [, resources] = /\/Font <<([^>]*)>>/.exec(head) ?? [];
    for (const [, name = '', id = ''] of (resources ?? '').matchAll(/\/(\w+) (\d+) 0 R/g)) {
      const [, table] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '') ?? [];
      fonts.set(name, glyphsOf(objects.get(table ?? '')?.stream ?? ''));
    }
  }
  const pages = [...objects.values()].filter(({ stream }) => /\bBT\b/.test(stream));
  return pages.map(({ stream }) => textOf(stream, fonts)).join('\n');
}

interface PdfObject {
  head: string;
  /** Decompressed; empty if the object has no stream. */
  stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const file = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const { 0: opening, 1: id = '', index } of file.matchAll(/(?<=^|\n)(\d+) 0 obj\n/g)) {
    const start = index + opening.length;
    const end = file.indexOf('endobj', start);
    const at = file.indexOf('stream\n', start);
    const hasStream = at >= 0 && at < end;
    const head = file.slice(start, hasStream ? at : end);
    const [, length] = /\/Length (\d+)/.exec(head) ?? [];
    const bytes = hasStream ? pdf.subarray(at + 7, at + 7 + Number(length)) : Buffer.of();
    objects.set(id, { head: head.replace(/\s+/g, ' '), stream: inflated(head, bytes) });
  }
  return objects;
}

function inflated(head: string, bytes: Buffer): string {
  if (bytes.length === 0 || /\/Subtype \/Image|\/FontFile/.test(head)) return '';
  return (head.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1');
}

/** Reads the ToUnicode table of a font. */
function glyphsOf(table: string): Glyphs {
  const glyphs = new Map<string, string>();
  for (const [, first = '', , letters = ''] of table.matchAll(/<(\w+)> <(\w+)> \[([^\]]*)\]/g)) {
    let glyph = Number.parseInt(first, 16);
    for (const [, hex = ''] of letters.matchAll(/<([\w ]*)>/g)) {
      glyphs.set(glyph.toString(16).padStart(4, '0'), letterOf(hex));
      glyph += 1;
    }
  }
  return glyphs;
}

function letterOf(hex: string): string {
  return Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le');
}

function textOf(content: string, fonts: ReadonlyMap<string, Glyphs>): string {
  let glyphs: Glyphs | undefined;
  let baseline = '';
  let text = '';
  for (const [, y, font, shown] of content.matchAll(/ ([-\d.]+) Tm|\/(\w+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (font !== undefined) glyphs = fonts.get(font);
    else if (y === undefined) text += lettersOf(shown ?? '', glyphs);
    else if (y !== baseline) {
      text += '\n';
      baseline = y;
    }
  }
  return text;
}

function lettersOf(shown: string, glyphs: Glyphs | undefined): string {
  const codes = [...shown.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? []);
  return codes.map((code) => glyphs?.get(code) ?? '\uFFFD').join('');
}
