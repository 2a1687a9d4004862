import PDFDocument from 'pdfkit';
import { openFont, type Run, runsOf, type Typeface } from './typefaces.ts';

export interface Style {
  face: Typeface;
  /** Points. */
  size: number;
  color: string;
  /** Points from one baseline to the next. */
  leading: number;
}

/** Lets a text of several font files be measured, broken into lines and set as one. */
export class Typesetter {
  readonly document: PDFKit.PDFDocument;
  readonly #registered = new Set<string>();

  constructor(document: PDFKit.PDFDocument) {
    this.document = document;
  }

  widthOf(text: string, style: Style, options: PDFKit.Mixins.TextOptions = {}): number {
    return runsOf(text, style.face).reduce(
      (width, run) => width + this.#use(run, style).widthOfString(run.text, options),
      0,
    );
  }

  /** Sets one line; `x` is its left edge, or its right edge where it is a price or the like, `y` its baseline. Points. */
  line(text: string, x: number, y: number, style: Style, align: 'left' | 'right' = 'left'): void {
    const options = align === 'right' ? figuresOfOneWidth : {};
    let at = align === 'right' ? x - this.widthOf(text, style, options) : x;
    for (const run of runsOf(text, style.face)) {
      const width = this.#use(run, style).widthOfString(run.text, options);
      this.document
        .fillColor(style.color)
        .text(run.text, at, y, { ...options, lineBreak: false, baseline: 'alphabetic' });
      at += width;
    }
  }

  /** Breaks at spaces, inside a word only where it is wider than the line. More than `most` lines end in an ellipsis. */
  linesOf(text: string, width: number, style: Style, most = Number.POSITIVE_INFINITY): string[] {
    const lines: string[] = [];
    let line = '';
    for (const word of text.split(/\s+/).flatMap((whole) => this.#fitting(whole, width, style))) {
      const longer = line === '' ? word : `${line} ${word}`;
      if (line === '' || this.widthOf(longer, style) <= width) {
        line = longer;
        continue;
      }
      lines.push(line);
      line = word;
      if (lines.length === most) return [...lines.slice(0, -1), this.#shortened(lines.at(-1) ?? '', width, style)];
    }
    return line === '' ? lines : [...lines, line];
  }

  #shortened(line: string, width: number, style: Style): string {
    const words = line.split(' ');
    while (words.length > 1 && this.widthOf(`${words.join(' ')}…`, style) > width) words.pop();
    return `${words.join(' ').replace(/[.,;:]$/, '')}…`;
  }

  #fitting(word: string, width: number, style: Style): string[] {
    // A word of nothing but emoji has no letter to set.
    if (runsOf(word, style.face).length === 0) return [];
    if (this.widthOf(word, style) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const sign of word) {
      if (part !== '' && this.widthOf(part + sign, style) > width) {
        parts.push(part);
        part = '';
      }
      part += sign;
    }
    return part === '' ? parts : [...parts, part];
  }

  #use(run: Run, style: Style): PDFKit.PDFDocument {
    if (!this.#registered.has(run.fontName)) {
      this.document.registerFont(run.fontName, openFont(run.fontName));
      this.#registered.add(run.fontName);
    }
    return this.document.font(run.fontName).fontSize(style.size);
  }
}

/** So that prices stand below each other. */
const figuresOfOneWidth: PDFKit.Mixins.TextOptions = { features: ['tnum', 'kern', 'liga'] };

/** A4 with pages that can be gone back to; `finish` answers the file. */
export function openDocument(options: PDFKit.PDFDocumentOptions) {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-AU',
    displayTitle: true,
    ...options,
  });
  const chunks: Buffer[] = [];
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  return {
    setter: new Typesetter(document),
    finish() {
      document.end();
      return finished;
    },
  };
}
