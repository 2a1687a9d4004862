import type { Reader, Writer } from '#server/platform/database/database.ts';
import { countRows } from '#server/platform/database/pagination.ts';
import type { PaymentComparisonsTable, PaymentDifferencesTable } from '#server/platform/database/payment-tables.ts';

export type ComparisonRow = PaymentComparisonsTable;
export type DifferenceRow = PaymentDifferencesTable;

export async function insertComparison(tx: Writer, row: ComparisonRow): Promise<void> {
  await tx.insertInto('payment_comparisons').values(row).execute();
}

export async function updateComparison(tx: Writer, id: string, changes: Partial<ComparisonRow>): Promise<void> {
  await tx.updateTable('payment_comparisons').set(changes).where('id', '=', id).execute();
}

export async function deleteOldComparisons(tx: Writer, before: number): Promise<void> {
  await tx.deleteFrom('payment_comparisons').where('begun_at', '<', before).execute();
}

export function selectLastComparison(reader: Reader): Promise<ComparisonRow | undefined> {
  return reader
    .selectFrom('payment_comparisons')
    .selectAll()
    .orderBy('begun_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
}

/** All differences that the last comparison found. */
export function selectDifferences(reader: Reader): Promise<DifferenceRow[]> {
  return reader.selectFrom('payment_differences').selectAll().orderBy('id').execute();
}

/** A page of the differences, newest first, and how many there are in all. */
export async function selectDifferencePage(
  reader: Reader,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: DifferenceRow[]; total: number }> {
  const rows = await reader
    .selectFrom('payment_differences')
    .selectAll()
    .orderBy('found_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
  return { rows, total: await countDifferences(reader) };
}

export function countDifferences(reader: Reader): Promise<number> {
  return countRows(reader, 'payment_differences');
}

export async function replaceDifferences(tx: Writer, rows: readonly DifferenceRow[]): Promise<void> {
  await tx.deleteFrom('payment_differences').execute();
  for (const row of rows) await tx.insertInto('payment_differences').values(row).execute();
}
