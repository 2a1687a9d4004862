import { execFileSync } from 'node:child_process';
import { type Figure, isMet } from '../prove/proof.ts';

/** What one part of a program has found. */
export interface Findings {
  part: string;
  figures: Figure[];
  violations: string[];
}

/** As docs/growing.md shows it. */
export function tableOf(all: readonly Findings[]): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  const rows = all.flatMap(({ part, figures, violations }) => [
    ...figures.map((figure) => [part, figure.what, ...wordsOf(figure)]),
    [part, 'violations', String(violations.length), '0', violations.length === 0 ? 'yes' : 'NO'],
  ]);
  const lines = [['Part', 'What', 'Measured', 'Wanted', 'Met'], ['---', '---', '---:', '---:', '---'], ...rows];
  return [
    `Commit ${commit}, ${new Date().toISOString().slice(0, 10)}, Node ${process.version}`,
    '',
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

export const isWell = ({ figures, violations }: Findings): boolean => violations.length === 0 && figures.every(isMet);

function wordsOf(figure: Figure): [measured: string, wanted: string, met: string] {
  const { measured, wanted, unit = '' } = figure;
  const inWords = (count: number) => `${count.toLocaleString('en-AU', { maximumFractionDigits: 1 })} ${unit}`.trim();
  if (wanted === undefined) return [inWords(measured), '', ''];
  const limit = 'atMost' in wanted ? `≤ ${inWords(wanted.atMost)}` : `≥ ${inWords(wanted.atLeast)}`;
  return [inWords(measured), limit, isMet(figure) ? 'yes' : 'NO'];
}
