import { types as t } from '@babel/core';
import type { Part } from './messages.ts';

export type Child = t.JSXElement | t.JSXExpressionContainer;

/**
 * The children that a message has in JSX. `<0>…</0>` in its texts is the element of that name among `components`, `<0/>` an
 * element without children.
 */
export function childrenOf(parts: readonly Part[], components: ReadonlyMap<string, t.Expression>): Child[] {
  const open: { name: string; children: Child[] }[] = [{ name: '', children: [] }];
  const add = (child: Child) => open.at(-1)?.children.push(child);
  for (const part of parts) {
    if (typeof part !== 'string') {
      add(t.jsxExpressionContainer(part));
      continue;
    }
    for (const piece of part.split(/(<\/?\w+\/?>)/)) {
      const [, isEnd, name = '', isEmpty] = /^<(\/?)(\w+)(\/?)>$/.exec(piece) ?? [];
      if (name === '') {
        if (piece !== '') add(t.jsxExpressionContainer(t.stringLiteral(piece)));
      } else if (isEmpty) add(elementOf(components, name, []));
      else if (!isEnd) open.push({ name, children: [] });
      else {
        const closed = open.pop();
        if (closed?.name !== name) throw new SyntaxError(`A message closes <${name}> where it is not open`);
        add(elementOf(components, name, closed.children));
      }
    }
  }
  const [whole, unclosed] = open;
  if (!whole || unclosed) throw new SyntaxError(`A message does not close <${unclosed?.name}>`);
  return whole.children;
}

function elementOf(components: ReadonlyMap<string, t.Expression>, name: string, children: Child[]): t.JSXElement {
  const element = components.get(name);
  if (!t.isJSXElement(element)) throw new SyntaxError(`A message has the unknown element <${name}>`);
  const { name: tag, attributes } = element.openingElement;
  const copies = attributes.map((attribute) => t.cloneNode(attribute, true));
  if (children.length === 0) return t.jsxElement(t.jsxOpeningElement(tag, copies, true), null, [], true);
  return t.jsxElement(t.jsxOpeningElement(tag, copies), t.jsxClosingElement(tag), children);
}
