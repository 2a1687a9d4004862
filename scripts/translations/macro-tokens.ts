import type { ESTree } from 'rolldown/utils';
import { isElementMacro, isMacro, type Macros } from './macros.ts';
import { type Node, stringOf } from './syntax.ts';

/** A part of a marked text. Together they are the message that Lingui's own macros make of it, so that ids are the same. */
export type Token =
  | { text: string }
  | { name: string; value: Node }
  | { name: string; value: Node; options: readonly (readonly [key: string, tokens: readonly Token[]])[] }
  | { element: string; node: ESTree.JSXElement; children: readonly Token[] };

/** Returns the name of the next value that has none of its own, or of the next element: '0', '1' and so on. */
type Counter = () => string;

interface Context {
  macros: Macros;
  nextValue: Counter;
  nextElement: Counter;
}

function newContext(macros: Macros): Context {
  const counter = () => {
    let next = 0;
    return () => String(next++);
  };
  return { macros, nextValue: counter(), nextElement: counter() };
}

export const tokensOfTemplate = (node: ESTree.TemplateLiteral, macros: Macros) => template(node, newContext(macros));
export const tokensOfPlural = (node: ESTree.CallExpression, macros: Macros) => plural(node, newContext(macros));
export const tokensOfChildren = (nodes: readonly ESTree.JSXChild[], macros: Macros) =>
  children(nodes, newContext(macros));

function template({ quasis, expressions }: ESTree.TemplateLiteral, context: Context): Token[] {
  return quasis.flatMap(({ value }, index) => {
    const expression = expressions[index];
    return [
      ...(value.cooked ? [{ text: value.cooked }] : []),
      ...(expression ? expressionTokens(expression, context) : []),
    ];
  });
}

/** An expression inside a template: other macros become a part of the message. */
function expressionTokens(node: Node, context: Context): Token[] {
  if (node.type === 'TaggedTemplateExpression' && isMacro(node.tag, 't', context.macros))
    return template(node.quasi, context);
  if (node.type === 'CallExpression' && isMacro(node.callee, 'plural', context.macros)) return [plural(node, context)];
  return [value(node, context)];
}

function value(node: Node, context: Context): { name: string; value: Node } {
  if (node.type === 'TSAsExpression' || node.type === 'TSNonNullExpression' || node.type === 'TSSatisfiesExpression')
    return value(node.expression, context);
  if (node.type === 'ObjectExpression') return namedValue(node);
  return { name: node.type === 'Identifier' ? node.name : context.nextValue(), value: node };
}

/** A value with a name of its own: `${{ name: value }}`. */
function namedValue({ properties: [property, ...others] }: ESTree.ObjectExpression): { name: string; value: Node } {
  if (property?.type !== 'Property' || property.key.type !== 'Identifier' || others.length > 0)
    throw new SyntaxError('A value with a name is an object with one property');
  return { name: property.key.name, value: property.value };
}

function plural({ arguments: [count, forms] }: ESTree.CallExpression, context: Context): Token {
  if (!count || forms?.type !== 'ObjectExpression') throw new SyntaxError('plural takes a number and its forms');
  const token = value(count, context);
  const options = forms.properties.map((property) => {
    if (property.type !== 'Property') throw new SyntaxError('plural takes no spread');
    return [formOf(property.key), formTokens(property.value, context)] as const;
  });
  return { ...token, options };
}

function formOf(key: Node): string {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && typeof key.value === 'number' ? `=${key.value}` : (stringOf(key) ?? '');
}

function formTokens(node: Node, context: Context): Token[] {
  if (node.type === 'TemplateLiteral') return template(node, context);
  const text = stringOf(node);
  return text === null ? expressionTokens(node, context) : [{ text }];
}

function children(nodes: readonly ESTree.JSXChild[], context: Context): Token[] {
  return nodes.flatMap((node) => {
    switch (node.type) {
      case 'JSXText':
        return [{ text: textInElement(node.value) }];
      case 'JSXElement':
        return element(node, context);
      case 'JSXExpressionContainer':
        return container(node.expression, context);
      default:
        throw new SyntaxError(`<Trans> cannot have a ${node.type}`);
    }
  });
}

function container(node: Node, context: Context): Token[] {
  if (node.type === 'JSXEmptyExpression') return [];
  if (node.type === 'TemplateLiteral') return template(node, context);
  if (node.type === 'JSXElement') return element(node, context);
  const text = stringOf(node);
  return [text === null ? value(node, context) : { text }];
}

function element(node: ESTree.JSXElement, context: Context): Token[] {
  if (isElementMacro(node, 'Trans', context.macros)) return children(node.children, context);
  if (isElementMacro(node, 'Plural', context.macros)) return [pluralElement(node, context)];
  return [{ element: context.nextElement(), node, children: children(node.children, context) }];
}

function pluralElement({ openingElement: { attributes } }: ESTree.JSXElement, context: Context): Token {
  let token: { name: string; value: Node } | null = null;
  const options: [string, readonly Token[]][] = [];
  for (const attribute of attributes) {
    if (attribute.type !== 'JSXAttribute' || !attribute.value) throw new SyntaxError('<Plural> takes forms only');
    const { value: given } = attribute;
    const form = String(attribute.name.name).replace(/^_(\d+)$/, '=$1');
    if (form === 'context' || form === 'comment') continue;
    const inner = given.type === 'JSXExpressionContainer' ? given.expression : given;
    if (form === 'value') token = value(inner, context);
    else options.push([form, container(inner, context)]);
  }
  if (!token) throw new SyntaxError('<Plural> needs a value');
  return { ...token, options };
}

/** The text of an element without line breaks and indentation, as JSX has it. */
function textInElement(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  const last = lines.findLastIndex((line) => /[^ \t]/.test(line));
  return lines
    .map((line, index) => {
      let trimmed = line.replaceAll('\t', ' ');
      if (index > 0) trimmed = trimmed.replace(/^ +/, '');
      if (index < lines.length - 1) trimmed = trimmed.replace(/ +$/, '');
      return trimmed && index !== Math.max(last, 0) ? `${trimmed} ` : trimmed;
    })
    .join('');
}

interface Message {
  /** In ICU syntax. */
  message: string;
  values: Map<string, Node>;
  elements: Map<string, ESTree.JSXElement>;
}

export function messageOf(tokens: readonly Token[]): Message {
  const values = new Map<string, Node>();
  const elements = new Map<string, ESTree.JSXElement>();
  const textOf = (token: Token): string => {
    if ('text' in token) return token.text;
    if ('element' in token) {
      const { element: name, node, children: inner } = token;
      elements.set(name, node);
      return inner.length > 0 ? `<${name}>${inner.map(textOf).join('')}</${name}>` : `<${name}/>`;
    }
    values.set(token.name, token.value);
    if (!('options' in token)) return `{${token.name}}`;
    const forms = token.options.map(([key, inner]) => `${key} {${inner.map(textOf).join('')}}`);
    return `{${token.name}, plural, ${forms.join(' ')}}`;
  };
  return { message: tokens.map(textOf).join(''), values, elements };
}
