import type { NodePath, types } from '@babel/core';

/** A text in contract/: a literal, or a template whose expressions are `{0}`, `{1}` and so on. */
export interface ContractText {
  path: NodePath<types.StringLiteral | types.TemplateLiteral>;
  text: string;
  expressions: readonly types.Expression[];
}

/**
 * The text of a literal in contract/ that people may read: it begins with a capital letter, a quotation mark or a placeholder,
 * and has a lower-case letter. Null for anything else, such as keys, imports, and what only the API's description shows.
 */
export function contractTextOf(path: NodePath<types.StringLiteral | types.TemplateLiteral>): ContractText | null {
  const { node, parentPath } = path;
  if (!parentPath || isNoText(path, parentPath)) return null;
  const quasis = node.type === 'StringLiteral' ? [node.value] : node.quasis.map(({ value }) => value.cooked ?? '');
  const text = quasis.reduce((whole, part, index) => (index === 0 ? part : `${whole}{${index - 1}}${part}`), '');
  if (!/^['"“‘]*[\p{Lu}{]/u.test(text) || !/\p{Ll}/u.test(text.replaceAll(/\{\w+\}/g, ''))) return null;
  // A template of contract/ has expressions only, no types.
  const expressions = node.type === 'TemplateLiteral' ? (node.expressions as types.Expression[]) : [];
  return { path, text, expressions };
}

function isNoText(path: NodePath, parent: NodePath): boolean {
  if (parent.isImportDeclaration() || parent.isExportDeclaration() || parent.isTSLiteralType()) return true;
  if (parent.isTaggedTemplateExpression() || parent.isBinaryExpression()) return true;
  if (!parent.isObjectProperty()) return false;
  const { key } = parent.node;
  return path.key === 'key' || (key.type === 'Identifier' && ['summary', 'description', 'path'].includes(key.name));
}
