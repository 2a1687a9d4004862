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

/** PDF's names for elements of the structure tree, which screen readers use. */
export type Tag =
  | 'Document'
  | 'Sect'
  | 'H1'
  | 'H2'
  | 'P'
  | 'Span'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure';

/** Options of PDFKit's `struct`; its types lack some of them. */
export interface TagOptions {
  /** The language of the content, if it is not that of the paper. */
  lang?: string;
  /** Text that is read instead of a figure. */
  alt?: string;
  scope?: 'Row' | 'Column';
  /** Bounds of a figure: left, top, right, bottom; points. */
  bbox?: [number, number, number, number];
}

/**
 * Measures, breaks and sets text whose letters come from several font files. Content belongs to the innermost `tagged` call, and
 * screen readers read it in the order in which it is set. They skip content in `decoration`.
 */
export class Typesetter {
  readonly document: PDFKit.PDFDocument;
  readonly #registered = new Set<string>();
  readonly #open: { tag: Tag; element: ReturnType<PDFKit.PDFDocument['struct']> }[] = [];
  #isDecoration = false;

  constructor(document: PDFKit.PDFDocument) {
    this.document = document;
    const root = document.struct('Document');
    document.addStructure(root);
    this.#open.push({ tag: 'Document', element: root });
  }

  /** Adds an element to the structure tree with the content that `set` sets. */
  tagged<Answer>(tag: Tag, set: () => Answer, options: TagOptions = {}): Answer {
    const element = this.document.struct(tag, options);
    this.#open.at(-1)?.element.add(element);
    this.#open.push({ tag, element });
    const answer = set();
    this.#open.pop();
    element.end();
    return answer;
  }

  /** Sets content that is not read: rules, and text that repeats on every page. */
  decoration(type: 'Layout' | 'Pagination', set: () => void): void {
    if (this.#isDecoration) {
      set();
      return;
    }
    this.#isDecoration = true;
    this.document.markContent('Artifact', { type });
    set();
    this.document.endMarkedContent();
    this.#isDecoration = false;
  }

  /** Draws a PNG or JPEG. `y` is its upper edge; all lengths in points. Screen readers read `alt` instead. */
  image(
    picture: Buffer,
    x: number,
    y: number,
    { width, height, alt }: { width: number; height: number; alt: string },
  ): void {
    this.figure(() => this.document.image(picture, x, y, { width, height }), x, y, { width, height, alt });
  }

  /** Marks what `draw` draws within these bounds, in points, as a figure; screen readers read `alt` instead. */
  figure(
    draw: () => void,
    x: number,
    y: number,
    { width, height, alt }: { width: number; height: number; alt: string },
  ): void {
    this.tagged('Figure', () => this.#content(draw), { alt, bbox: [x, y, x + width, y + height] });
  }

  #content(set: () => void): void {
    const innermost = this.#open.at(-1);
    if (this.#isDecoration || !innermost) {
      set();
      return;
    }
    const content = this.document.markStructureContent(innermost.tag);
    set();
    this.document.endMarkedContent();
    innermost.element.add(content);
  }

  widthOf(text: string, style: Style, options: PDFKit.Mixins.TextOptions = {}): number {
    return runsOf(text, style.face).reduce(
      (width, run) => width + this.#use(run, style).widthOfString(run.text, options),
      0,
    );
  }

  /**
   * Sets one line. `x` is its left or right edge, as `align` says; `y` its baseline; points. Right-aligned digits all have the
   * same width.
   */
  line(text: string, x: number, y: number, style: Style, align: 'left' | 'right' = 'left'): void {
    const options = align === 'right' ? figuresOfOneWidth : {};
    let at = align === 'right' ? x - this.widthOf(text, style, options) : x;
    this.#content(() => {
      for (const run of runsOf(text, style.face)) {
        const width = this.#use(run, style).widthOfString(run.text, options);
        this.document
          .fillColor(style.color)
          .text(run.text, at, y, { ...options, lineBreak: false, baseline: 'alphabetic' });
        at += width;
      }
    });
  }

  /**
   * Breaks text into lines of `width` points: at spaces, between Chinese and Japanese characters, and inside a word only if it is
   * wider than a line. After `most` lines, the text ends with an ellipsis.
   */
  linesOf(text: string, width: number, style: Style, most = Number.POSITIVE_INFINITY): string[] {
    const lines: string[] = [];
    let line = '';
    for (const { word, space } of this.#words(text, width, style)) {
      const longer = line === '' ? word : line + space + word;
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

  /** The parts of a text that may begin a line, each with what separates it from the part before it. */
  *#words(text: string, width: number, style: Style): Generator<{ word: string; space: '' | ' ' }> {
    for (const whole of text.split(/\s+/)) {
      let space: '' | ' ' = ' ';
      for (const word of breakable(whole).flatMap((part) => this.#fitting(part, width, style))) {
        yield { word, space };
        space = '';
      }
    }
  }

  #shortened(line: string, width: number, style: Style): string {
    const words = line.split(' ');
    while (words.length > 1 && this.widthOf(`${words.join(' ')}…`, style) > width) words.pop();
    let letters = [...words.join(' ').replace(/[.,;:、。]$/, '')];
    // A single word may be as wide as the line.
    while (letters.length > 1 && this.widthOf(`${letters.join('')}…`, style) > width) letters = letters.slice(0, -1);
    return `${letters.join('')}…`;
  }

  #fitting(word: string, width: number, style: Style): string[] {
    // A word that consists only of emoji has no glyphs.
    if (runsOf(word, style.face).length === 0) return [];
    if (this.widthOf(word, style) <= width) return [word];
    const parts: string[] = [];
    let part = '';
    for (const character of word) {
      if (part !== '' && this.widthOf(part + character, style) > width) {
        parts.push(part);
        part = '';
      }
      part += character;
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

/** What separates two lines of a text, so that copied text keeps it: nothing between Chinese or Japanese characters, else a space. */
export const betweenLines = (line: string, next: string): '' | ' ' =>
  /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー、。，」』）]$/u.test(line) &&
  /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}「『（]/u.test(next)
    ? ''
    : ' ';

/**
 * Splits a word at each Chinese or Japanese character, because these scripts have no spaces. Punctuation that closes a phrase and small
 * kana stay with the character before them, and what opens a phrase with the character after it.
 */
const breakable = (word: string): string[] =>
  word.split(
    /(?<![\p{Ps}\p{Pi}])(?![ぁぃぅぇぉっゃゅょァィゥェォッャュョ])(?=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])|(?<=[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー])(?=[\p{Ps}\p{sc=Latin}\p{N}])/u,
  );

/** Digits that all have the same width, so that prices in a column line up. */
const figuresOfOneWidth: PDFKit.Mixins.TextOptions = { features: ['tnum', 'kern', 'liga'] };

/**
 * Opens a tagged A4 document whose pages stay editable until `finish`. `take` returns the bytes that are finished so far, mostly
 * pictures; `finish` returns the bytes that were not taken: without `take`, the whole file.
 */
export function openDocument(options: PDFKit.PDFDocumentOptions) {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: 'en-AU',
    displayTitle: true,
    pdfVersion: '1.7',
    tagged: true,
    ...options,
  });
  let chunks: Buffer[] = [];
  const take = () => {
    const taken = Buffer.concat(chunks);
    chunks = [];
    return taken;
  };
  const finished = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(take()));
    document.on('error', reject);
  });
  return {
    setter: new Typesetter(document),
    take,
    finish() {
      document.end();
      return finished;
    },
  };
}
