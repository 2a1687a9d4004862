import type { ReactNode } from 'react';
import type { ShopFront } from '#contract/page-services.ts';

/** One column of a CSV file. */
export interface CsvColumn<Row> {
  title: string;
  /**
   * Returns the cell of a row: amounts as numbers, times in the shop's time zone. Without it, the column is not in the file.
   */
  csv?: (row: Row, shop: ShopFront) => string | number;
}

/** One column of a table, on the page and in the CSV file. */
export interface Column<Row, Field extends string> extends CsvColumn<Row> {
  /** The field by which the server sorts; without it the column cannot be sorted. */
  sort?: Field;
  /** Aligns the column right, for example numbers and buttons. */
  right?: boolean;
  /** Class of the cells, for example `cell-main`, which sets their place on narrow screens (web/admin/table/admin-table.css). */
  cellClass?: string;
  cell: (row: Row) => ReactNode;
  /** Replaces the title in the head of a column that cannot be sorted. */
  head?: ReactNode;
}

/** The fields by which a table can be sorted. */
export function sortFieldsOf<Field extends string>(columns: readonly Column<never, Field>[]): Field[] {
  return columns.flatMap(({ sort }) => (sort === undefined ? [] : [sort]));
}
