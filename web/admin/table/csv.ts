import { t } from '@lingui/core/macro';
import { csvText } from '#contract/csv.ts';
import type { ShopFront } from '#contract/page-services.ts';
import type { CsvColumn } from './column.ts';

/** The rows as a CSV file, without columns that have no CSV value. */
export function csvOf<Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[], shop: ShopFront): string {
  const written = columns.filter(({ csv }) => csv !== undefined);
  return csvText([
    written.map(({ title }) => title),
    ...rows.map((row) => written.map(({ csv }) => csv?.(row, shop) ?? '')),
  ]);
}

/** The column with the currency of the amounts in a row. */
export const currencyColumn: CsvColumn<unknown> = { title: t`Currency`, csv: (_row, { currency }) => currency };

/** A time as "2026-11-20 15:27" in the shop's time zone, which spreadsheets read as a date. */
export function localMoment(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone }).format(
    new Date(moment),
  );
}
