import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import MagicString from 'magic-string';
import type { ESTree } from 'rolldown/utils';
import { catalogName } from './catalogs.ts';
import { findContractTexts } from './contract-texts.ts';
import { type MacroText, textAt } from './find-texts.ts';
import { findMacros, type Macros } from './macros.ts';
import { CLOSE, hasMarker, type Marker, marker, markerHead, SEPARATOR } from './markers.ts';
import { itemsOf, levelOf, type Piece, parseMessage, top } from './messages.ts';
import { type Node, parseFile, walk } from './syntax.ts';
import { type Part, textOf } from './text-code.ts';

/** Replaces Lingui's macros in a source file by markers. Null if there are none. */
export function markMacros(file: string, source: string): MagicString | null {
  const program = parseFile(file, source);
  const { imports, macros } = findMacros(program);
  if (imports.length === 0) return null;
  if (hasMarker.test(source)) throw new SyntaxError(`${file} has characters that mark texts`);
  const code = new MagicString(source);
  const replacements = new MacroMarker(source, macros, catalogName(file) ?? '').replacementsIn(program);
  for (const { node, replacement } of replacements) code.overwrite(node.start, node.end, replacement);
  for (const { start, end } of imports) code.remove(start, end);
  return code;
}

interface Replacement {
  node: Node;
  replacement: string;
}

class MacroMarker {
  readonly #source: string;
  readonly #macros: Macros;
  readonly #catalog: string;

  constructor(source: string, macros: Macros, catalog: string) {
    this.#source = source;
    this.#macros = macros;
    this.#catalog = catalog;
  }

  /** The outermost texts below a node, or the node itself, in their order. */
  replacementsIn(node: Node): Replacement[] {
    const found: Replacement[] = [];
    walk(node, (inner, parent) => {
      const text = textAt(inner, this.#macros);
      if (!text) return true;
      const isChild = parent?.type === 'JSXElement' || parent?.type === 'JSXFragment';
      const replacement = text.isElement ? this.#children(text, isChild) : this.#string(text);
      found.push({ node: inner, replacement });
      return false;
    });
    return found;
  }

  /** The source of a node with markers in place of its texts. */
  #code(node: Node): string {
    let code = '';
    let position = node.start;
    for (const { node: inner, replacement } of this.replacementsIn(node)) {
      code += this.#source.slice(position, inner.start) + replacement;
      position = inner.end;
    }
    return code + this.#source.slice(position, node.end);
  }

  #marker({ id, message }: MacroText): Marker {
    return { kind: 'text', catalog: this.#catalog, id, message };
  }

  #string(text: MacroText): string {
    const values = [...text.values].map(([name, value]) => [name, this.#code(value)] as const);
    return stringMarker(this.#marker(text), values);
  }

  #children(text: MacroText, isChild: boolean): string {
    const children = this.#level(text, parseMessage(text.message, { elements: true }), top);
    return isChild ? children : `<>${children}</>`;
  }

  #level(text: MacroText, message: readonly Piece[], level: string): string {
    const items = itemsOf(levelOf(message, level) ?? []);
    if (items.length === 0) return child(marker({ ...this.#marker(text), kind: 'level', level }));
    const codes = items.map((item) => {
      const name = item.slice(1, -1);
      const value = text.values.get(name);
      const element = text.elements.get(name);
      if (item.startsWith('{') && value) return `{${this.#code(value)}}`;
      if (item.startsWith('<') && element) return this.#element(text, message, name, element);
      throw new SyntaxError(`The text "${text.message}" has no ${item}`);
    });
    const boundary = { ...this.#marker(text), level };
    const [start, end] = [marker({ ...boundary, kind: 'start' }), marker({ ...boundary, kind: 'end' })];
    return child(start) + codes.join('') + child(end);
  }

  #element(text: MacroText, message: readonly Piece[], name: string, element: ESTree.JSXElement): string {
    const { openingElement, closingElement } = element;
    const isEmpty = levelOf(message, name)?.length === 0;
    if (isEmpty || !closingElement)
      return this.#code(openingElement) + (closingElement ? this.#code(closingElement) : '');
    return this.#code(openingElement) + this.#level(text, message, name) + this.#code(closingElement);
  }
}

const child = (text: string) => `{${JSON.stringify(text)}}`;

/** The code of a marker outside of elements: a string, or a template with its values. */
function stringMarker(one: Marker, values: readonly (readonly [name: string, code: string])[]): string {
  const parts = values.flatMap(([name, code]): Part[] => [`${SEPARATOR}${name}=`, { code }]);
  return textOf([markerHead(one), ...parts, CLOSE]);
}

/**
 * Replaces texts in a file of contract/ by markers. `translated` says whether any language has another text than English; the rest stays
 * as it is. Null if there are none.
 */
export function markContractTexts(
  file: string,
  source: string,
  translated: (id: string, text: string) => boolean,
): MagicString | null {
  const code = new MagicString(source);
  for (const { node, text, expressions } of findContractTexts(parseFile(file, source))) {
    const id = generateMessageId(text);
    if (!translated(id, text)) continue;
    const values = expressions.map(({ start, end }, index) => [String(index), source.slice(start, end)] as const);
    const one: Marker = { kind: 'text', catalog: 'contract', id, message: text };
    code.overwrite(node.start, node.end, stringMarker(one, values));
  }
  return code.hasChanged() ? code : null;
}
