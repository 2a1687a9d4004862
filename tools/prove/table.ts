import { execFileSync } from 'node:child_process';
import type { Tried } from './lanes.ts';
import { wordsOf } from './proof.ts';

const head = [
  ['Proof', 'Engine', 'What', 'Measured', 'Wanted', 'Met'],
  ['---', '---', '---', '---:', '---:', '---'],
];

/** What was found, as a table in Markdown. */
export function tableOf(tried: readonly Tried[], seed: number): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const rows = [...head, ...tried.flatMap(rowsOf)];
  return [
    `Commit ${commit}, seed ${seed}, Node ${process.version}`,
    '',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

function rowsOf({ name, engine, seconds, outcome }: Tried): string[][] {
  const time = [name, engine, 'time', `${seconds.toFixed(0)} s`, '', ''];
  if (!outcome) return [[name, engine, 'could not be tried', '', '', 'NO'], time];
  const count = outcome.violations.length;
  return [
    ...outcome.figures.map((figure) => [name, engine, figure.what, ...wordsOf(figure)]),
    [name, engine, 'violations', String(count), '0', count > 0 ? 'NO' : 'yes'],
    time,
  ];
}
