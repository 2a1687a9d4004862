import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { TestPurchasesTable } from '#server/platform/database/payment-tables.ts';

export type TestPurchaseRow = TestPurchasesTable;

/** Stores a test purchase in place of the one before. */
export async function storeTestPurchase(tx: Writer, row: TestPurchaseRow): Promise<void> {
  await tx.deleteFrom('test_purchases').execute();
  await tx.insertInto('test_purchases').values(row).execute();
}

export function selectTestPurchase(reader: Reader): Promise<TestPurchaseRow | undefined> {
  return reader.selectFrom('test_purchases').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirst();
}
