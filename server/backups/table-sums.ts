import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Cell } from './backups.queries.ts';

/** By which a table is known to be the same one elsewhere. */
export const tableSums = z.object({
  rows: z.number().int().nonnegative(),
  /** Sum of each column that holds numbers, as text: times of many rows exceed what a JSON number keeps. */
  sums: z.record(z.string(), z.string()),
  /** SHA-256, hex, of the lines of `lineOf`. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type TableSums = z.infer<typeof tableSums>;

/** One row as one line, with its end; the cells in the order of the columns. */
export const lineOf = (cells: readonly Cell[]) => `${JSON.stringify(cells)}\n`;

const lineSchema = z.array(z.union([z.string(), z.number(), z.null()]));

/** Throws where the line is none of `lineOf`. */
export const cellsOf = (line: string): Cell[] => lineSchema.parse(JSON.parse(line));

/** Counts and sums rows as they pass by. */
export function createTally(columns: readonly string[]) {
  const hash = createHash('sha256');
  const sums = new Map<string, bigint>();
  let rows = 0;
  return {
    add(cells: readonly Cell[]): void {
      rows += 1;
      hash.update(lineOf(cells));
      for (const [position, cell] of cells.entries()) {
        const column = columns[position];
        if (typeof cell !== 'number' || column === undefined) continue;
        sums.set(column, (sums.get(column) ?? 0n) + BigInt(cell));
      }
    },
    /** Once, at the end. */
    sums: (): TableSums => ({
      rows,
      sums: Object.fromEntries([...sums].toSorted().map(([column, sum]) => [column, String(sum)])),
      sha256: hash.digest('hex'),
    }),
  };
}

/** What the two differ in, in words; null when they are the same. */
export function differenceOf(wanted: TableSums, found: TableSums): string | null {
  if (wanted.rows !== found.rows) return `${found.rows} rows instead of ${wanted.rows}`;
  for (const [column, sum] of Object.entries(wanted.sums))
    if (found.sums[column] !== sum) return `${column} sums to ${found.sums[column] ?? 0} instead of ${sum}`;
  return wanted.sha256 === found.sha256 ? null : 'its rows are not the same';
}
