import type { ReactNode } from 'react';

/** One column of a table: how a row stands in it, on the page and in the CSV file. */
export interface Column<Row, Field extends string> {
  title: string;
  /** The field of the wire the server sorts it by; without one it cannot be sorted. */
  sort?: Field;
  /** Numbers stand on the right. */
  right?: boolean;
  /** Of its cells, e.g. `c-main`: where it stands when a row becomes lines (web/styles/admin-table.css). */
  cellClass?: string;
  cell: (row: Row) => ReactNode;
  /** Without it the column is not in the file. Amounts as numbers, moments as ISO 8601. */
  csv?: (row: Row) => string | number;
}

/** The fields a table can be sorted by. */
export function sortFieldsOf<Field extends string>(columns: readonly Column<never, Field>[]): Field[] {
  return columns.flatMap(({ sort }) => (sort === undefined ? [] : [sort]));
}
