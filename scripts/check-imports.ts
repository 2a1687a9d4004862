// Part of `npm run check`: prints the imports of this repository that scripts/import-rules.ts refuses.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { refusedImport } from './import-rules.ts';

const root = join(import.meta.dirname, '..');

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
});
const refused = files
  .split('\n')
  .filter((file) => file.includes('/') && existsSync(join(root, file)))
  .flatMap(refusedImports);
for (const line of refused) console.error(line);
if (refused.length > 0) process.exitCode = 1;

function refusedImports(file: string): string[] {
  return importsOf(file).flatMap((to) => {
    const reason = refusedImport(file, to);
    return reason ? [`${file} imports ${to}: ${reason}`] : [];
  });
}

/** The imports of a file, including types: paths from the root of the repository, or names of packages. */
function importsOf(file: string): string[] {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const specifiers: string[] = [];
  const add = (source: { type: string; value?: unknown } | null) => {
    if (typeof source?.value === 'string') specifiers.push(source.value);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => add(source),
    ExportNamedDeclaration: ({ source }) => add(source),
    ExportAllDeclaration: ({ source }) => add(source),
    ImportExpression: ({ source }) => add(source),
    TSImportType: ({ source }) => add(source),
  }).visit(program);
  return specifiers.map((specifier) => fromRoot(file, specifier));
}

function fromRoot(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier;
}
