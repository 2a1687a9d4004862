import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import type { ESTree } from 'rolldown/utils';
import { messageOf, type Token, tokensOfChildren, tokensOfPlural, tokensOfTemplate } from './macro-tokens.ts';
import { isElementMacro, isMacro, type Macros } from './macros.ts';
import { type Node, stringOf, walk } from './syntax.ts';

/** A text that Lingui's macros mark. */
export interface MacroText {
  node: Node;
  /** Whether it is an element (`<Trans>`, `<Plural>`), and what is inside it may be elements. */
  isElement: boolean;
  /** As Lingui generates it from the English text and its context. */
  id: string;
  message: string;
  context?: string;
  /** What replaces `{name}`. */
  values: ReadonlyMap<string, Node>;
  /** What replaces `<0>…</0>`. */
  elements: ReadonlyMap<string, ESTree.JSXElement>;
}

/** The text that this node marks; null if it marks none. Nodes below it must be looked at only in its values and elements. */
export function textAt(node: Node, macros: Macros): MacroText | null {
  const tokens = tokensAt(node, macros);
  if (!tokens) return null;
  const { message, values, elements } = messageOf(tokens);
  if (message === '') throw new SyntaxError('A text is empty');
  const context = contextOf(node);
  return {
    node,
    isElement: node.type === 'JSXElement',
    id: generateMessageId(message, context),
    message,
    ...(context !== undefined && { context }),
    values,
    elements,
  };
}

function tokensAt(node: Node, macros: Macros): Token[] | null {
  switch (node.type) {
    case 'TaggedTemplateExpression':
      return isMacro(node.tag, 't', macros) ? tokensOfTemplate(node.quasi, macros) : null;
    case 'CallExpression':
      if (isMacro(node.callee, 'plural', macros)) return [tokensOfPlural(node, macros)];
      return isMacro(node.callee, 't', macros) ? tokensOfDescriptor(node, macros) : null;
    case 'JSXElement': {
      const isText = isElementMacro(node, 'Trans', macros) || isElementMacro(node, 'Plural', macros);
      return isText ? tokensOfChildren([node], macros) : null;
    }
    default:
      return null;
  }
}

/** The tokens of `t({ message, context })`. */
function tokensOfDescriptor(node: ESTree.CallExpression, macros: Macros): Token[] {
  const message = propertyOf(node, 'message');
  if (message?.type === 'TemplateLiteral') return tokensOfTemplate(message, macros);
  const text = stringOf(message);
  if (text === null || propertyOf(node, 'id')) throw new SyntaxError('t({ … }) needs a message, and takes no id');
  return [{ text }];
}

function contextOf(node: Node): string | undefined {
  if (node.type === 'CallExpression') return stringOf(propertyOf(node, 'context')) ?? undefined;
  if (node.type !== 'JSXElement') return undefined;
  for (const attribute of node.openingElement.attributes) {
    if (attribute.type !== 'JSXAttribute' || attribute.name.name === 'comment') continue;
    if (attribute.name.name === 'context') return stringOf(attribute.value) ?? undefined;
    if (attribute.name.name === 'id') throw new SyntaxError('<Trans> takes no id');
  }
  return undefined;
}

function propertyOf({ arguments: [object] }: ESTree.CallExpression, name: string): Node | undefined {
  if (object?.type !== 'ObjectExpression') return undefined;
  for (const property of object.properties) {
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name)
      return property.value;
  }
  return undefined;
}

/** All texts below `node`, also those in the values and elements of others. */
export function findTexts(node: Node, macros: Macros): MacroText[] {
  const found: MacroText[] = [];
  walk(node, (inner) => {
    const text = textAt(inner, macros);
    if (!text) return true;
    const attributes = [...text.elements.values()].flatMap(({ openingElement }) => openingElement.attributes);
    found.push(text, ...[...text.values.values(), ...attributes].flatMap((one) => findTexts(one, macros)));
    return false;
  });
  return found;
}
