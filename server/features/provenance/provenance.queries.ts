import type { NameState } from '#contract/provenance-lines.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { compileOnce } from '#server/platform/database/prepared-query.ts';
import type { ProvenanceEntriesTable, ProvenanceNamesTable } from '#server/platform/database/provenance-tables.ts';

export type EntryRow = ProvenanceEntriesTable;

/** An entry with the name of the buyer, if it comes from an order whose buyer agreed to be named, and visitors read that name. */
export type NamedEntry = EntryRow & { buyer: string | null };

/** All entries of a listing in the order they were written. */
export function selectEntries(reader: Reader, listingId: string): Promise<NamedEntry[]> {
  return reader
    .selectFrom('provenance_entries')
    .leftJoin('provenance_names', (names) =>
      names
        .onRef('provenance_names.order_id', '=', 'provenance_entries.order_id')
        .on('provenance_names.state', '=', 'shown'),
    )
    .selectAll('provenance_entries')
    .select('provenance_names.name as buyer')
    .where('listing_id', '=', listingId)
    .orderBy('position')
    .execute();
}

/** The ids of those of these listings that have entries, ascending. */
export async function selectListingsWithEntries(reader: Reader, listingIds: readonly string[]): Promise<string[]> {
  if (listingIds.length === 0) return [];
  return (await listingsWithEntries(reader, { listingIds })).map((row) => row.listing_id);
}

const someIds: readonly string[] = [''];
const listingsWithEntries = compileOnce({ listingIds: someIds }, (reader, { listingIds }) =>
  reader
    .selectFrom('provenance_entries')
    .select('listing_id')
    .distinct()
    .where('listing_id', 'in', listingIds)
    .orderBy('listing_id'),
);

/** The ids of the listings with an entry of this order that no later entry corrects or strikes out, ascending. */
export async function selectListingsOfOrder(reader: Reader, orderId: string): Promise<string[]> {
  return (await listingsOf(reader, { orderId })).map((row) => row.listing_id);
}

const listingsOf = compileOnce({ orderId: '' }, (reader, { orderId }) =>
  reader
    .selectFrom('provenance_entries')
    .select('listing_id')
    .distinct()
    .where('order_id', '=', orderId)
    .where('is_strike', '=', 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('provenance_entries as later')
            .select('later.id')
            .whereRef('later.corrects', '=', 'provenance_entries.id'),
        ),
      ),
    )
    .orderBy('listing_id'),
);

export async function insertEntry(tx: Writer, row: EntryRow): Promise<void> {
  await tx.insertInto('provenance_entries').values(row).execute();
}

export type BuyerName = Pick<ProvenanceNamesTable, 'name' | 'state'>;

export function selectName(reader: Reader, orderId: string): Promise<BuyerName | undefined> {
  const names = reader.selectFrom('provenance_names').select(['name', 'state']).where('order_id', '=', orderId);
  return names.executeTakeFirst();
}

/** Whether visitors read this name of the user in another order. */
export async function isNameShown(
  reader: Reader,
  { user_id, name }: { user_id: string; name: string },
): Promise<boolean> {
  const names = reader.selectFrom('provenance_names').select('order_id').where('user_id', '=', user_id);
  return (await names.where('name', '=', name).where('state', '=', 'shown').limit(1).execute()).length > 0;
}

export async function upsertName(tx: Writer, row: ProvenanceNamesTable): Promise<void> {
  const { name, state, agreed_at } = row;
  await tx
    .insertInto('provenance_names')
    .values(row)
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet({ name, state, agreed_at }))
    .execute();
}

export async function updateNameState(tx: Writer, orderId: string, state: NameState): Promise<void> {
  await tx.updateTable('provenance_names').set({ state }).where('order_id', '=', orderId).execute();
}

export async function deleteName(tx: Writer, orderId: string): Promise<void> {
  await tx.deleteFrom('provenance_names').where('order_id', '=', orderId).execute();
}

/** The ids of the orders of a user for which the user agreed to be named, ascending. */
export async function selectNamedOrders(reader: Reader, userId: string): Promise<string[]> {
  const names = reader.selectFrom('provenance_names').select('order_id').where('user_id', '=', userId);
  return (await names.orderBy('order_id').execute()).map((row) => row.order_id);
}
