import { type ESTree, parseSync } from 'rolldown/utils';

export type Node = ESTree.Node;

/** Parses JavaScript or TypeScript, with JSX if the file's name ends with x. Throws on the first syntax error. */
export function parseFile(file: string, code: string): ESTree.Program {
  const { program, errors } = parseSync(file, code);
  const [error] = errors;
  if (error) throw new SyntaxError(`${file}: ${error.message}`);
  return program;
}

/** Calls `visit` for `node` and everything below it. Nothing below a node is visited if `visit` returns false for it. */
export function walk(
  node: Node,
  visit: (node: Node, parent: Node | null, key: string) => boolean,
  parent: Node | null = null,
  key = '',
): void {
  if (!visit(node, parent, key)) return;
  for (const name in node) {
    const value: unknown = Reflect.get(node, name);
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child)) walk(child, visit, node, name);
    } else if (isNode(value)) walk(value, visit, node, name);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The value of a string or of a template without expressions; null for anything else. */
export function stringOf(node: Node | null | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0) return node.quasis[0]?.value.cooked ?? null;
  return null;
}
