import type { ESTree } from 'rolldown/utils';
import { languages } from '../../contract/languages.ts';
import { type Node, walk } from './syntax.ts';

/** A text in contract/: a literal, or a template whose expressions are `{0}`, `{1}` and so on. */
export interface ContractText {
  node: Node;
  text: string;
  expressions: readonly Node[];
}

/**
 * The literals of a file of contract/ that people may read: they begin with a capital letter, a quotation mark or a placeholder, and have
 * a lower-case letter. Keys, imports, and what only the API's description shows are none.
 */
export function findContractTexts(program: ESTree.Program): ContractText[] {
  const found: ContractText[] = [];
  walk(program, (node, parent, key) => {
    if (isInOneLanguage(node)) return false;
    const text = contractTextOf(node);
    if (text && parent && !isNoText(parent, key)) found.push(text);
    return true;
  });
  return found;
}

/** Whether the node is `en: { … }`: words that stay in their language, like those of catalogues. */
const isInOneLanguage = (node: Node): boolean =>
  node.type === 'Property' &&
  node.value.type === 'ObjectExpression' &&
  languages.some((language) => node.key.type === 'Identifier' && node.key.name === language);

function contractTextOf(node: Node): ContractText | null {
  const parts = partsOf(node);
  if (!parts) return null;
  const { quasis, expressions } = parts;
  const text = quasis.reduce((whole, part, index) => (index === 0 ? part : `${whole}{${index - 1}}${part}`), '');
  if (!/^['"“‘]*[\p{Lu}{]/u.test(text) || !/\p{Ll}/u.test(text.replaceAll(/\{\w+\}/g, ''))) return null;
  return { node, text, expressions };
}

function partsOf(node: Node): { quasis: readonly string[]; expressions: readonly Node[] } | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? { quasis: [node.value], expressions: [] } : null;
  if (node.type !== 'TemplateLiteral') return null;
  return { quasis: node.quasis.map(({ value }) => value.cooked ?? ''), expressions: node.expressions };
}

/** The parents whose literals are not read by people. A directive is the child of a statement of its own. */
const withoutTexts: readonly string[] = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'TSLiteralType',
  'TaggedTemplateExpression',
  'BinaryExpression',
  'ExpressionStatement',
];

function isNoText(parent: Node, key: string): boolean {
  if (withoutTexts.includes(parent.type)) return true;
  if (parent.type !== 'Property') return false;
  const name = parent.key.type === 'Identifier' ? parent.key.name : '';
  return key === 'key' || ['summary', 'description', 'path'].includes(name);
}
