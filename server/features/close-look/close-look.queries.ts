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

/** The close looks of these listings that have details. */
export async function selectWithDetails(reader: Reader, listingIds: readonly string[]): Promise<CloseLooksTable[]> {
  if (listingIds.length === 0) return [];
  const looks = reader.selectFrom('close_looks').selectAll();
  return looks.where('listing_id', 'in', listingIds).where('details', '<>', '[]').execute();
}

/** The pictures and boxes of those of these listings whose close look says where the piece lies. */
export function selectBoxes(reader: Reader, listingIds: readonly string[]) {
  return reader
    .selectFrom('close_looks')
    .select(['listing_id', 'picture', 'box'])
    .where('listing_id', 'in', listingIds)
    .where('box', 'is not', null)
    .execute();
}
