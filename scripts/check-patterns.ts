// Part of `npm run check`: prints the regular expressions of the product that can take more than linear time, and calls that normalize a
// text of any length (docs/decisions/0070-linear-time-for-texts.md).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';
import { analyse } from 'scslre';

/** Files that make regular expressions of texts, and why these take linear time. */
const composed: Readonly<Record<string, string>> = {
  'contract/normalize-text.ts': 'a run of marks is read from its first mark only',
  'server/features/imports/numbers.ts': 'of constant patterns; a cell with a number has at most 200 characters',
  'server/platform/http/device.ts': 'of the constant name of a cookie',
  'server/platform/http/protocol.ts': 'of a constant pattern without repetition inside of repetition',
  'server/platform/http/wrong-method.ts': 'of the paths of the endpoints, whose parameters end at a slash',
  'server/platform/translations.ts': 'of messages of the shop, for texts of at most 2,000 characters',
  'web/admin/products/close-look/light-directions.ts': 'of constant names of directions',
  'web/checkout/waiting-for-transfer.tsx': 'of a number',
};

/** The only file that may call `String.prototype.normalize`. */
const normalizer = 'contract/normalize-text.ts';

const globs = ['contract', 'server', 'web', 'cli'].flatMap((layer) => [`${layer}/*.ts`, `${layer}/*.tsx`]);

if (import.meta.main) {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...globs], {
    cwd: join(import.meta.dirname, '..'),
    encoding: 'utf8',
  });
  const found = files
    .split('\n')
    .filter((file) => file !== '' && !/\.test\.tsx?$|^server\/testing\//.test(file))
    .flatMap((file) => costlyPatterns(file, readFileSync(join(import.meta.dirname, '..', file), 'utf8')));
  for (const line of found) console.error(line);
  if (found.length > 0) process.exitCode = 1;
}

/**
 * The places of a file that may take more than linear time, one line each. `scslre` finds the regular expressions: it is the analysis
 * behind `regexp/no-super-linear-backtracking` and `regexp/no-super-linear-move` of eslint-plugin-regexp.
 */
export function costlyPatterns(file: string, source: string): string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];
  const add = (start: number, reason: string) =>
    found.push(`${file}:${source.slice(0, start).split('\n').length}: ${reason}`);
  const refuseComposed = ({ callee, start }: { callee: { type: string; name?: unknown }; start: number }) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp' && !composed[file])
      add(start, 'a composed regular expression needs its reason in scripts/check-patterns.ts');
  };
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      const { reports } = analyse({ source: pattern, flags }, { reportTypes: { Move: true, Self: true, Trade: true } });
      if (reports.length > 0) add(node.start, `/${pattern}/${flags} can take more than linear time`);
    },
    NewExpression: refuseComposed,
    CallExpression: refuseComposed,
    MemberExpression({ property, start }) {
      if (property.type === 'Identifier' && property.name === 'normalize' && file !== normalizer)
        add(start, 'normalizeText is the function that normalizes texts in linear time');
    },
  }).visit(program);
  return found;
}
