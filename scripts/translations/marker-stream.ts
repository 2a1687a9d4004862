import { CLOSE, type Kind, kinds, type Marker, SEPARATOR } from './markers.ts';
import type { Part } from './text-code.ts';

/** Reads the texts and expressions of a string or template from beginning to end. */
export class MarkerStream {
  readonly #parts: Part[];

  constructor(parts: readonly Part[]) {
    this.#parts = parts.flatMap((part): readonly Part[] =>
      typeof part === 'string' ? part.split(/([\uE000-\uE002])/).filter((piece) => piece !== '') : [part],
    );
  }

  /** The next text or expression, or OPEN. Null at the end of the stream or of a value, which is not passed. */
  next(): Part | null {
    const [part] = this.#parts;
    if (part === undefined || part === SEPARATOR || part === CLOSE) return null;
    this.#parts.shift();
    return part;
  }

  /** What is between an OPEN and the first value. */
  head(): Marker {
    const fields = Array.from({ length: 5 }, (_, index) => {
      if (index > 0) this.#expect(SEPARATOR);
      const field = this.next() ?? '';
      if (typeof field !== 'string') throw new SyntaxError('A marker has an expression where a text belongs');
      return field;
    });
    const [name, catalog = '', id = '', level = '', message = ''] = fields;
    const kind: Kind | undefined = kinds.find((known) => known === name);
    if (!kind) throw new SyntaxError(`A program has changed the marker of a text to "${name}"`);
    return { kind, catalog, id, level, message };
  }

  /** Goes into the next value and returns its name. Null after the last value, behind the end of the marker. */
  valueName(): string | null {
    if (this.#parts[0] === CLOSE) {
      this.#parts.shift();
      return null;
    }
    this.#expect(SEPARATOR);
    const [text = ''] = this.#parts;
    const [, name, rest = ''] = (typeof text === 'string' && /^(\w+)=(.*)$/s.exec(text)) || [];
    if (name === undefined) throw new SyntaxError('A marker has a value without a name');
    if (rest === '') this.#parts.shift();
    else this.#parts[0] = rest;
    return name;
  }

  #expect(separator: string): void {
    if (this.#parts.shift() !== separator) throw new SyntaxError('A program has changed the marker of a text');
  }
}
