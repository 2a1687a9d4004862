import MagicString from 'magic-string';
import type { ESTree } from 'rolldown/utils';
import type { Catalog } from './catalogs.ts';
import { findMarkers, type MarkerOf, type Place, placesIn } from './marker-places.ts';
import { MarkerStream } from './marker-stream.ts';
import { hasMarker, languageMarker, type Marker, OPEN } from './markers.ts';
import { itemsOf, levelOf, type Piece, parseMessage } from './messages.ts';
import { type Node, parseFile } from './syntax.ts';
import { type Part, partsOf, textOf } from './text-code.ts';

export interface WrittenLanguage {
  language: string;
  /** The translations of a catalog, by its name. */
  catalogs: (name: string) => Catalog;
  /**
   * Whether the children of an element stay an array if only one is left. React's development version expects the array that it was
   * compiled for; without it the code is shorter.
   */
  keepArrays?: boolean;
}

/** Writes the texts of a language in place of the markers in JavaScript. */
export type WriteTexts = (options: WrittenLanguage) => MagicString;

/** Reads JavaScript with markers, once for all languages. Null if it has none. */
export function readMarkers(file: string, source: string): WriteTexts | null {
  if (!hasMarker.test(source) && !source.includes(languageMarker)) return null;
  const program = parseFile(file, source);
  const markerOf = findMarkers(program);
  const places = placesIn(program, markerOf);
  return (options) => {
    const code = new MagicString(source);
    const writer = new TextWriter(source, markerOf, options);
    for (const place of places) code.overwrite(place.node.start, place.node.end, writer.write(place));
    if (hasMarker.test(code.toString())) throw new SyntaxError(`${file}: a text stands where it cannot be replaced`);
    return code;
  };
}

class TextWriter {
  readonly #source: string;
  readonly #markerOf: MarkerOf;
  readonly #options: WrittenLanguage;

  constructor(source: string, markerOf: MarkerOf, options: WrittenLanguage) {
    this.#source = source;
    this.#markerOf = markerOf;
    this.#options = options;
  }

  /** The code in the language that replaces a place. */
  write(place: Place): string {
    switch (place.kind) {
      case 'language':
        return JSON.stringify(this.#options.language);
      case 'boundary':
        return JSON.stringify(this.#boundary(place.marker));
      case 'children':
        return this.#children(place.node, place.mayBeOne);
      case 'text':
        return textOf(this.#texts(new MarkerStream(this.#partsOf(place.node))));
    }
  }

  #code(node: Node): string {
    let code = '';
    let position = node.start;
    for (const place of placesIn(node, this.#markerOf)) {
      code += this.#source.slice(position, place.node.start) + this.write(place);
      position = place.node.end;
    }
    return code + this.#source.slice(position, node.end);
  }

  /** The texts and expressions of a string or template. */
  #partsOf(node: ESTree.StringLiteral | ESTree.TemplateLiteral): Part[] {
    if (node.type === 'Literal') return [node.value];
    return node.quasis.flatMap(({ value }, index): Part[] => {
      const expression = node.expressions[index];
      return [value.cooked ?? '', ...(expression ? [{ code: this.#code(expression) }] : [])];
    });
  }

  /** What a stream has up to its end, or up to the end of the value that it is in. */
  #texts(stream: MarkerStream): Part[] {
    const parts: Part[] = [];
    for (;;) {
      const part = stream.next();
      if (part === null) return parts;
      parts.push(...(part === OPEN ? this.#text(stream) : [part]));
    }
  }

  /** The parts of the text whose marker has just been opened. */
  #text(stream: MarkerStream): Part[] {
    const one = stream.head();
    const values = new Map<string, Part>();
    for (let name = stream.valueName(); name !== null; name = stream.valueName())
      values.set(name, onePart(this.#texts(stream)));
    if (one.catalog === 'contract') return this.#contractParts(one, values);
    const value = (name: string) => values.get(name) ?? unknown(one, `placeholder {${name}}`);
    return this.#translated(one, (pieces, language) => partsOf(levelPieces(pieces, one), value, language));
  }

  #contractParts({ id, message }: Marker, values: ReadonlyMap<string, Part>): Part[] {
    const translation = this.#options.catalogs('contract').get(id);
    // The placeholders of a failure's text are filled in later, so they stay.
    const value = (name: string): Part => values.get(name) ?? `{${name}}`;
    if (translation && translation !== message)
      return partsOf(parseMessage(translation, { elements: false }), value, this.#options.language);
    return message.split(/(\{\d+\})/).map((part) => values.get(part.slice(1, -1)) ?? part);
  }

  /** Applies `write` to the translation of a text or, if there is none, to the English message. */
  #translated<T>(one: Marker, write: (pieces: readonly Piece[], language: string) => T): T {
    const translation = this.#options.catalogs(one.catalog).get(one.id);
    try {
      const pieces = parseMessage(translation ?? one.message, { elements: one.kind !== 'text' });
      return write(pieces, translation ? this.#options.language : 'en');
    } catch (error) {
      throw new SyntaxError(
        `${this.#options.language}, ${one.catalog}.po: ${error instanceof Error ? error.message : error}`,
      );
    }
  }

  /** The children of an element, among which texts begin. `mayBeOne`: whether an only child may stand without an array. */
  #children(array: ESTree.ArrayExpression, mayBeOne: boolean): string {
    const { elements } = array;
    const markers = elements.map((element) => this.#markerOf(element, array));
    const written: string[] = [];
    for (let index = 0; index < elements.length; index += 1) {
      const [element, one] = [elements[index], markers[index]];
      if (one?.kind !== 'start') {
        written.push(element ? this.#code(element) : '');
        continue;
      }
      const items = itemsOf(levelPieces(parseMessage(one.message, { elements: true }), one));
      const first = index + 1;
      index += items.length + 1;
      if (markers[index]?.kind !== 'end') throw new SyntaxError(`The children of "${one.message}" have changed`);
      const codes = new Map(
        items.map((item, place) => [item, this.#code(elements[first + place] ?? unknown(one, item))]),
      );
      written.push(...this.#level(one, codes, [element, elements[index]]));
    }
    const [only, ...others] = written;
    if (mayBeOne && only !== undefined && others.length === 0 && !this.#options.keepArrays) return only;
    return `[${written.join(',')}]`;
  }

  /** What a variable has that the React Compiler has made of the first or last child of a text. */
  #boundary(one: Marker): string {
    return this.#translated(one, (pieces) => {
      const inside = levelPieces(pieces, one);
      const [first, last] = [inside[0], inside.length > 1 ? inside.at(-1) : undefined];
      const text = one.kind === 'start' ? first : last;
      return typeof text === 'string' ? text : '';
    });
  }

  /**
   * The children that a text has in the language. `codes`: its values and elements. `boundaries`: its first and last child; a variable among
   * them stays, and has the text that begins or ends the message.
   */
  #level(one: Marker, codes: ReadonlyMap<string, string>, boundaries: readonly (Node | null | undefined)[]): string[] {
    const codeOf = (item: string) =>
      codes.get(item) ?? unknown(one, item.replace(/^</, 'element <').replace(/^\{/, 'placeholder {'));
    const children = this.#translated(one, (pieces, language) =>
      levelPieces(pieces, one).map((piece) => {
        if (typeof piece === 'string') return { isText: true, code: JSON.stringify(piece) };
        if ('element' in piece) return { isText: false, code: codeOf(`<${piece.element}>`) };
        if ('value' in piece) return { isText: false, code: codeOf(`{${piece.value}}`) };
        const value = (name: string) => ({ code: codeOf(`{${name}}`) });
        return { isText: false, code: textOf(partsOf([piece], value, language)) };
      }),
    );
    const [start, end] = boundaries.map((node) => (node?.type === 'Identifier' ? node.name : null));
    if (end && children.length > 1 && children.at(-1)?.isText) children.pop();
    if (start && children[0]?.isText) children.shift();
    return [start, ...children.map(({ code }) => code), end].filter((code) => typeof code === 'string');
  }
}

/** What a message has in the element of a marker. A translation may leave the element out. */
function levelPieces(pieces: readonly Piece[], { level = '' }: Marker): readonly Piece[] {
  return levelOf(pieces, level) ?? [];
}

function unknown({ message }: Marker, what: string): never {
  throw new SyntaxError(`A translation of "${message}" has the unknown ${what}`);
}

function onePart(parts: readonly Part[]): Part {
  const [only = '', ...others] = parts;
  return others.length === 0 ? only : { code: textOf(parts) };
}
