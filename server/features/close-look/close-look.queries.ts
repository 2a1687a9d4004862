import type { CloseLooksTable } from '#server/platform/database/close-look-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';

export function selectCloseLook(reader: Reader, listingId: string): Promise<CloseLooksTable | undefined> {
  return reader.selectFrom('close_looks').selectAll().where('listing_id', '=', listingId).executeTakeFirst();
}

export async function upsertCloseLook(tx: Writer, { listing_id, ...values }: CloseLooksTable): Promise<void> {
  await tx
    .insertInto('close_looks')
    .values({ listing_id, ...values })
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet(values))
    .execute();
}

export async function deleteCloseLook(tx: Writer, listingId: string): Promise<void> {
  await tx.deleteFrom('close_looks').where('listing_id', '=', listingId).execute();
}
