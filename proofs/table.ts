import { markdownTable, provenance, wordsOf } from './proof.ts';
import type { ProofResult } from './run-in-processes.ts';

/** The results as a table in Markdown. */
export function tableOf(results: readonly ProofResult[], seed: number): string {
  const headings = ['Proof', 'Engine', 'What', 'Measured:', 'Wanted:', 'Met'];
  return `${provenance(`seed ${seed}`)}\n\n${markdownTable(headings, results.flatMap(rowsOf))}`;
}

function rowsOf({ name, engine, seconds, outcome }: ProofResult): string[][] {
  const time = [name, engine, 'time', `${seconds.toFixed(0)} s`, '', ''];
  if (!outcome) return [[name, engine, 'could not run', '', '', 'NO'], time];
  const count = outcome.violations.length;
  return [
    ...outcome.figures.map((figure) => [name, engine, figure.what, ...wordsOf(figure)]),
    [name, engine, 'violations', String(count), '0', count > 0 ? 'NO' : 'yes'],
    time,
  ];
}
