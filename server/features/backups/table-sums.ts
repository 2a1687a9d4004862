import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Cell } from './backups.queries.ts';

/** The number, the column sums and the hash of a table's rows. Tables with equal rows have equal values on both engines. */
export const tableSums = z.object({
  rows: z.number().int().nonnegative(),
  /** Sums of the numeric columns, as text: sums of times exceed the exact integers of JSON numbers. */
  sums: z.record(z.string(), z.string()),
  /** SHA-256 of the lines made by `lineOf`, hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type TableSums = z.infer<typeof tableSums>;

/** A row as one line of JSON with a line feed; cells in the order of the columns. */
export const lineOf = (cells: readonly Cell[]) => `${JSON.stringify(cells)}\n`;

const lineSchema = z.array(z.union([z.string(), z.number(), z.null()]));

/** Reads the cells of a line that `lineOf` made. Throws if the line has another form. */
export const cellsOf = (line: string): Cell[] => lineSchema.parse(JSON.parse(line));

/** Computes `TableSums` from rows that are added one at a time. */
export function createTableSums(columns: readonly string[]) {
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
    /** The values of all rows that were added. May be called only once, after the last row. */
    sums: (): TableSums => ({
      rows,
      sums: Object.fromEntries([...sums].toSorted().map(([column, sum]) => [column, String(sum)])),
      sha256: hash.digest('hex'),
    }),
  };
}

/** The first difference between the wanted and the found values, as a phrase for a message; null if they are equal. */
export function differenceOf(wanted: TableSums, found: TableSums): string | null {
  if (wanted.rows !== found.rows) return `${found.rows} rows instead of ${wanted.rows}`;
  for (const [column, sum] of Object.entries(wanted.sums))
    if (found.sums[column] !== sum) return `${column} sums to ${found.sums[column] ?? 0} instead of ${sum}`;
  return wanted.sha256 === found.sha256 ? null : 'its rows are not the same';
}
