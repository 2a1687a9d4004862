import type { SelectQueryBuilder } from 'kysely';
import { dueKeyOf } from '#server/platform/concurrency/failed-work.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { changeOnce, compileOnce } from '#server/platform/database/prepared-query.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { WaitingEntriesTable } from '#server/platform/database/waiting-tables.ts';

export type WaitingRow = WaitingEntriesTable;

interface Rows {
  limit: number;
  offset: number;
}

/** An entry with the address of its person. */
export type EntryRow = WaitingRow & { email: string };

/** The waiting list of a listing, the first person first. */
export function selectEntries(reader: Reader, listingId: string): Promise<EntryRow[]> {
  return reader
    .selectFrom('waiting_entries')
    .innerJoin('users', 'users.id', 'waiting_entries.user_id')
    .selectAll('waiting_entries')
    .select('users.email')
    .where('listing_id', '=', listingId)
    .orderBy('place')
    .execute();
}

/** The people who wait for any listing, or for one, with the names of people and listings. */
export function selectPeople(reader: Reader, listingId: string | undefined, { limit, offset }: Rows) {
  const people = withPlaceInLine(reader)
    .innerJoin('users', 'users.id', 'waiting_entries.user_id')
    .innerJoin('listings', 'listings.id', 'waiting_entries.listing_id')
    .select(['users.name', 'users.email', 'listings.name as listing_name']);
  return (listingId === undefined ? people : people.where('waiting_entries.listing_id', '=', listingId))
    .orderBy('waiting_entries.listing_id')
    .orderBy('place')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countPeople(reader: Reader, listingId: string | undefined): Promise<number> {
  const people = reader.selectFrom('waiting_entries');
  return count(listingId === undefined ? people : people.where('listing_id', '=', listingId));
}

/** The entries of a person, the latest first, each with the number of people before them (`before`). */
export function selectEntriesOf(reader: Reader, userId: string, { limit, offset }: Rows) {
  return withPlaceInLine(reader)
    .where('user_id', '=', userId)
    .orderBy('joined_at', 'desc')
    .orderBy('listing_id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export function countEntriesOf(reader: Reader, userId: string): Promise<number> {
  return count(reader.selectFrom('waiting_entries').where('user_id', '=', userId));
}

export function selectEntryOf(reader: Reader, userId: string, listingId: string) {
  return withPlaceInLine(reader).where('user_id', '=', userId).where('listing_id', '=', listingId).executeTakeFirst();
}

export async function insertEntry(tx: Writer, row: Omit<WaitingRow, 'turn_until'>): Promise<void> {
  await tx
    .insertInto('waiting_entries')
    .values({ ...row, turn_until: null })
    .execute();
}

export async function deleteEntries(tx: Writer, userIds: readonly string[], listingIds: readonly string[]) {
  if (userIds.length > 0 && listingIds.length > 0) await deletion(tx, { userIds, listingIds });
}

const someIds: readonly string[] = [''];
const deletion = changeOnce({ userIds: someIds, listingIds: someIds }, (tx, { userIds, listingIds }) =>
  tx.deleteFrom('waiting_entries').where('user_id', 'in', userIds).where('listing_id', 'in', listingIds),
);

export async function updateTurn(tx: Writer, { listing_id, place }: WaitingRow, until: number | null): Promise<void> {
  await tx
    .updateTable('waiting_entries')
    .set({ turn_until: until })
    .where('listing_id', '=', listing_id)
    .where('place', '=', place)
    .execute();
}

/** The ids of the listings that a person waits for. */
export async function selectListingIds(reader: Reader, userId: string): Promise<string[]> {
  const rows = await reader
    .selectFrom('waiting_entries')
    .select('listing_id')
    .where('user_id', '=', userId)
    .orderBy('listing_id')
    .execute();
  return rows.map((row) => row.listing_id);
}

/** Whether the listing is kept for those who wait, from the moment it came back until the last turn has ended. */
export async function hasTurns(reader: Reader, listingId: string): Promise<boolean> {
  return (await selectDueTime(reader, listingId)) !== null;
}

/** The ids among `listingIds` whose listings are kept for those who wait. */
export async function selectListingsWithTurns(reader: Reader, listingIds: readonly string[]): Promise<string[]> {
  if (listingIds.length === 0) return [];
  return (await listingsWithTurns(reader, { listingIds })).map((row) => row.listing_id);
}

const listingsWithTurns = compileOnce({ listingIds: someIds }, (reader, { listingIds }) =>
  reader.selectFrom('waiting_turns').select('listing_id').where('listing_id', 'in', listingIds),
);

export async function selectDueTime(reader: Reader, listingId: string): Promise<number | null> {
  return (await selectWaitingTurns(reader, listingId))?.due_at ?? null;
}

/** Since when the listing is kept for those who wait, and when the present turn ends; undefined if it is not kept. */
export function selectWaitingTurns(reader: Reader, listingId: string) {
  return reader
    .selectFrom('waiting_turns')
    .select(['begun_at', 'due_at'])
    .where('listing_id', '=', listingId)
    .executeTakeFirst();
}

export function selectFirstDue(
  reader: Reader,
  resting: readonly string[],
): Promise<{ listing_id: string; due_at: number } | undefined> {
  return reader
    .selectFrom('waiting_turns')
    .select(['listing_id', 'due_at'])
    .$if(resting.length > 0, (query) => query.where(dueKeyOf('listing_id', 'due_at'), 'not in', resting))
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
}

/** Sets when the present turn ends. `begunAt` counts only for a listing that was not kept before. */
export async function upsertDueTime(tx: Writer, listingId: string, dueAt: number, begunAt: number): Promise<void> {
  await tx
    .insertInto('waiting_turns')
    .values({ listing_id: listingId, due_at: dueAt, begun_at: begunAt })
    .onConflict((conflict) => conflict.column('listing_id').doUpdateSet({ due_at: dueAt }))
    .execute();
}

export async function deleteDueTime(tx: Writer, listingId: string): Promise<void> {
  await tx.deleteFrom('waiting_turns').where('listing_id', '=', listingId).execute();
}

const withPlaceInLine = (reader: Reader) =>
  reader
    .selectFrom('waiting_entries')
    .selectAll('waiting_entries')
    .select((entry) =>
      entry
        .selectFrom('waiting_entries as earlier')
        .select((row) => row.fn.countAll<number>().as('count'))
        .whereRef('earlier.listing_id', '=', 'waiting_entries.listing_id')
        .whereRef('earlier.place', '<', 'waiting_entries.place')
        .as('before'),
    );

async function count(entries: SelectQueryBuilder<Tables, 'waiting_entries', object>): Promise<number> {
  const { count } = await entries.select((row) => row.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}
