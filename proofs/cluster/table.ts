import { type Figure, isMet, markdownTable, provenance, wordsOf } from '../proof.ts';

/** The results of one part of the program. */
export interface Findings {
  part: string;
  figures: Figure[];
  violations: string[];
}

/** As docs/growing.md shows it. */
export function tableOf(all: readonly Findings[]): string {
  const rows = all.flatMap(({ part, figures, violations }) => [
    ...figures.map((figure) => [part, figure.what, ...wordsOf(figure)]),
    [part, 'violations', String(violations.length), '0', violations.length === 0 ? 'yes' : 'NO'],
  ]);
  const day = new Date().toISOString().slice(0, 10);
  return `${provenance(day)}\n\n${markdownTable(['Part', 'What', 'Measured:', 'Wanted:', 'Met'], rows)}`;
}

export const isWell = ({ figures, violations }: Findings): boolean => violations.length === 0 && figures.every(isMet);
