import { sql } from 'kysely';
import { type ListingStatus, saleStatuses } from '#contract/states.ts';
import { foldText } from '#contract/text.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import { type ListingRecord, recordOf } from './listing-record.ts';

const valuesPerQuery = 500;

/** The listings with these ids, in any order; unknown ids are left out. */
export async function findRecords(reader: Reader, ids: readonly string[]): Promise<ListingRecord[]> {
  const rows = await inParts(ids, (part) =>
    reader.selectFrom('listings').selectAll().where('id', 'in', part).execute(),
  );
  return rows.map(recordOf);
}

/** The listings that have these inventory numbers, folded. */
export async function findByInventoryNumbers(reader: Reader, folded: readonly string[]): Promise<ListingRecord[]> {
  const rows = await inParts(folded, (part) =>
    reader
      .selectFrom('listings')
      .selectAll()
      .where('inventory_folded', 'in', part)
      .where(sql<boolean>`inventory_folded <> ''`)
      .execute(),
  );
  return rows.map(recordOf);
}

/** All listings by ascending id, a part at a time, so that a long list is never in memory as a whole. */
export async function* allRecords(reader: Reader): AsyncGenerator<ListingRecord[]> {
  for (let after = ''; ; ) {
    const rows = await reader
      .selectFrom('listings')
      .selectAll()
      .where('id', '>', after)
      .orderBy('id')
      .limit(100)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(recordOf);
    after = last.id;
  }
}

/** Those of these names that a listing has already, folded. */
export async function findTakenNames(reader: Reader, names: readonly string[]): Promise<Set<string>> {
  const rows = await inParts(names.map(foldText), (part) =>
    reader.selectFrom('listings').select('name_folded').where('name_folded', 'in', part).execute(),
  );
  return new Set(rows.map((row) => row.name_folded));
}

/** Why an import does not change a listing. */
export type Engagement = 'sold' | 'held' | 'reserved' | 'ordered';

/**
 * Which of these listings are sold, held, reserved, or in an order that is paid or being paid. Of an edition only `sold` counts: it is
 * never held or reserved, and its orders do not keep others from buying it.
 */
export async function findEngagements(
  reader: Reader,
  listings: readonly { id: string; status: ListingStatus; is_unique: 0 | 1 }[],
  now: number,
): Promise<Map<string, Engagement>> {
  const unique = listings.filter(({ is_unique }) => is_unique === 1).map(({ id }) => id);
  const [held, reserved, ordered] = [
    await inParts(unique, (part) =>
      reader
        .selectFrom('holds')
        .select('listing_id')
        .where('listing_id', 'in', part)
        .where('expires_at', '>', now)
        .execute(),
    ),
    await inParts(unique, (part) =>
      reader
        .selectFrom('reservations')
        .select('listing_id')
        .where('listing_id', 'in', part)
        .where('until_at', '>', now)
        .execute(),
    ),
    await inParts(unique, (part) => liveOrders(reader, part)),
  ];
  const as = (engagement: Engagement) => (row: { listing_id: string }) => [row.listing_id, engagement] as const;
  const sold = listings.filter(({ status }) => status === 'sold').map(({ id }) => ({ listing_id: id }));
  // A later entry of the list replaces an earlier one.
  return new Map([
    ...ordered.map(as('ordered')),
    ...reserved.map(as('reserved')),
    ...held.map(as('held')),
    ...sold.map(as('sold')),
  ]);
}

/** Which of these listings are in an order that is paid or being paid. Pending orders are left out, because they have a hold. */
const liveOrders = (reader: Reader, ids: readonly string[]) =>
  reader
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select('order_items.listing_id')
    .where('order_items.listing_id', 'in', ids)
    .where('order_items.is_live', '=', 1)
    .where('orders.status', 'in', ['processing', ...saleStatuses])
    .execute();

/**
 * Which of these listings an order, a certificate, a condition report, a private link, the provenance or a waiting list
 * refers to, each with one reason in English.
 */
export async function findReferences(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  const tables = [
    ['waiting_entries', say('Somebody waits for it')],
    ['provenance_entries', say('It has a provenance')],
    ['private_link_items', say('It is in an offer or a viewing room')],
    ['condition_reports', say('It has a condition report')],
    ['certificates', say('It has a certificate')],
    ['order_items', say('It is in an order')],
  ] as const;
  const found = new Map<string, string>();
  for (const [table, reason] of tables) {
    const rows = await inParts(ids, (part) =>
      reader.selectFrom(table).select('listing_id').distinct().where('listing_id', 'in', part).execute(),
    );
    for (const { listing_id } of rows) if (listing_id !== null) found.set(listing_id, reason);
  }
  return found;
}

async function inParts<Row>(
  values: readonly string[],
  select: (part: readonly string[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let start = 0; start < values.length; start += valuesPerQuery)
    rows.push(...(await select(values.slice(start, start + valuesPerQuery))));
  return rows;
}
