import type { ESTree } from 'rolldown/utils';
import type { Node } from './syntax.ts';

/** The local names of Lingui's macros in a file. */
export type Macros = ReadonlyMap<string, 't' | 'plural' | 'Trans' | 'Plural'>;

const modules: readonly string[] = ['@lingui/core/macro', '@lingui/react/macro'];
const supported = ['t', 'plural', 'Trans', 'Plural'] as const;

/** The declarations that import macros, and the names that they import. Throws on a macro that is not supported. */
export function findMacros(program: ESTree.Program): { imports: readonly Node[]; macros: Macros } {
  const imports = program.body.filter((one) => one.type === 'ImportDeclaration' && modules.includes(one.source.value));
  const macros = new Map<string, (typeof supported)[number]>();
  for (const one of imports) {
    if (one.type !== 'ImportDeclaration') continue;
    for (const { type, local, ...specifier } of one.specifiers) {
      const name = type === 'ImportSpecifier' && 'imported' in specifier ? nameOf(specifier.imported) : '';
      const macro = supported.find((known) => known === name);
      if (!macro) throw new SyntaxError(`The macro ${name || local.name} of Lingui is not supported`);
      macros.set(local.name, macro);
    }
  }
  return { imports, macros };
}

const nameOf = (node: ESTree.ModuleExportName) => (node.type === 'Literal' ? node.value : node.name);

export const isMacro = (node: Node, macro: 't' | 'plural', macros: Macros) =>
  node.type === 'Identifier' && macros.get(node.name) === macro;

export const isElementMacro = (node: ESTree.JSXElement, macro: 'Trans' | 'Plural', macros: Macros) =>
  node.openingElement.name.type === 'JSXIdentifier' && macros.get(node.openingElement.name.name) === macro;
