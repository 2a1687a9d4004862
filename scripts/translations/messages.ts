import { parse, type Select, type Token } from '@messageformat/parser';

/** A part of a message: text, a value, a plural, or an element with what is inside it. */
export type Piece =
  | string
  | { value: string }
  | { plural: string; cases: readonly PluralCase[] }
  | { element: string; children: readonly Piece[] };

interface PluralCase {
  /** `one`, `other` and so on, or `=0` for the number itself. */
  key: string;
  pieces: readonly Piece[];
}

/**
 * Parses a message in ICU syntax: text, `{name}` and `{count, plural, …}`; with `elements` also `<0>…</0>` and `<0/>`. Throws on anything
 * else, so that the build fails instead of showing the syntax to visitors. Unlike in ICU, an apostrophe is an ordinary character, because
 * our texts have them around names.
 */
export function parseMessage(message: string, { elements }: { elements: boolean }): Piece[] {
  const pieces = piecesOf(parse(message.replaceAll("'", "''")));
  return elements ? withElements(pieces) : pieces;
}

function piecesOf(tokens: readonly Token[], count?: string): Piece[] {
  return tokens.map((token): Piece => {
    if (token.type === 'content') return token.value;
    if (token.type === 'argument') return { value: token.arg };
    if (token.type === 'octothorpe' && count !== undefined) return { value: count };
    if (token.type === 'plural' && !token.pluralOffset) return pluralOf(token);
    throw new SyntaxError(`A message has ${token.type}, which is not supported`);
  });
}

function pluralOf({ arg, cases }: Select): Piece {
  return { plural: arg, cases: cases.map(({ key, tokens }) => ({ key, pieces: piecesOf(tokens, arg) })) };
}

/** Finds the elements, which are in the texts of `pieces`. */
function withElements(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = [];
  const open: { element: string; children: Piece[] }[] = [];
  const add = (piece: Piece) => (open.at(-1)?.children ?? whole).push(piece);
  for (const piece of pieces) {
    if (typeof piece !== 'string') {
      if ('plural' in piece) refuseElements(piece.cases);
      add(piece);
      continue;
    }
    for (const part of piece.split(/(<\/?\w+\/?>)/)) {
      const [, isEnd, element = '', isEmpty] = /^<(\/?)(\w+)(\/?)>$/.exec(part) ?? [];
      if (element === '') {
        if (part !== '') add(part);
      } else if (isEmpty) add({ element, children: [] });
      else if (!isEnd) open.push({ element, children: [] });
      else {
        const closed = open.pop();
        if (closed?.element !== element) throw new SyntaxError(`A message closes <${element}> where it is not open`);
        add(closed);
      }
    }
  }
  const [unclosed] = open;
  if (unclosed) throw new SyntaxError(`A message does not close <${unclosed.element}>`);
  return whole;
}

function refuseElements(cases: readonly PluralCase[]): void {
  for (const { pieces } of cases) {
    const text = pieces.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
    if (/<\/?\w+\/?>/.test(text)) throw new SyntaxError('A plural has an element, which is not supported');
  }
}

/** The name of the whole message among its levels. */
export const top = '';

/** What is directly inside a level of a message: the whole message, or the element of that name. Null if there is no such level. */
export function levelOf(pieces: readonly Piece[], level: string): readonly Piece[] | null {
  if (level === top) return pieces;
  for (const piece of pieces) {
    if (typeof piece === 'string' || !('element' in piece)) continue;
    const found = piece.element === level ? piece.children : levelOf(piece.children, level);
    if (found) return found;
  }
  return null;
}

/** The values and elements directly inside a level, each once, in their order: `{name}` or `<0>`. */
export function itemsOf(pieces: readonly Piece[]): string[] {
  const names = pieces.flatMap((piece): string[] => {
    if (typeof piece === 'string') return [];
    if ('element' in piece) return [`<${piece.element}>`];
    if ('value' in piece) return [`{${piece.value}}`];
    return [`{${piece.plural}}`, ...piece.cases.flatMap((one) => itemsOf(one.pieces))];
  });
  return [...new Set(names)];
}
