import { type RawBuilder, sql } from 'kysely';
import { type CardField, cardFields, type UserSortField } from '#contract/accounts.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/database/database.ts';
import { contains, lockRows } from '#server/database/dialect.ts';
import { countRows, emptyLast, inOrderOf, pageInOrder, pageOfSearch, type SortKey } from '#server/database/page-of.ts';
import type { UsersTable } from '#server/database/tables.ts';

export type UserRow = UsersTable;

/** A request with a live session. */
export interface Sighting {
  userId: string;
  tokenHash: string;
  /** Epoch milliseconds. */
  at: number;
}

export const sealedColumns = {
  cardNumber: 'card_number_sealed',
  cardCvc: 'card_cvc_sealed',
  cardExpiry: 'card_expiry_sealed',
  bpayNumber: 'bpay_number_sealed',
  bpayRef: 'bpay_ref_sealed',
} as const satisfies Record<CardField, keyof UsersTable>;

export function selectUser(reader: Reader, id: string): Promise<UserRow | undefined> {
  return reader.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export function selectUserByEmail(reader: Reader, email: string): Promise<UserRow | undefined> {
  return reader.selectFrom('users').selectAll().where('email_folded', '=', foldText(email)).executeTakeFirst();
}

export function lockUserRow(tx: Writer, id: string): Promise<UserRow | undefined> {
  return lockRows(tx, tx.selectFrom('users').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** Every admin and the given user, ids ascending: the one order in which several users are ever locked. */
export function lockAdminsAnd(tx: Writer, userId: string): Promise<UserRow[]> {
  const users = tx
    .selectFrom('users')
    .selectAll()
    .where((where) => where.or([where('is_admin', '=', 1), where('id', '=', userId)]))
    .orderBy('id');
  return lockRows(tx, users).execute();
}

// No bound value: the index of the demo's rows is found by its letter only.
const isDemo = sql<boolean>`is_demo = 1`;

/** Every admin, every customer of the demo and the given users, ids ascending as wherever several users are locked. */
export function lockAdminsDemoAnd(tx: Writer, userIds: readonly string[]): Promise<UserRow[]> {
  const users = tx
    .selectFrom('users')
    .selectAll()
    .where((where) => where.or([where('is_admin', '=', 1), isDemo, where('id', 'in', ['', ...userIds])]))
    .orderBy('id');
  return lockRows(tx, users).execute();
}

export async function deleteDemoRows(tx: Writer): Promise<void> {
  await tx.deleteFrom('users').where(isDemo).execute();
}

export async function countDemoUsers(reader: Reader): Promise<number> {
  const { count } = await reader
    .selectFrom('users')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where(isDemo)
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasAdmin(reader: Reader): Promise<boolean> {
  return (
    (await reader.selectFrom('users').select('id').where('is_admin', '=', 1).limit(1).executeTakeFirst()) !== undefined
  );
}

/** Addresses of the admins, the longest serving first. */
export async function selectAdminEmails(reader: Reader): Promise<string[]> {
  const admins = reader
    .selectFrom('users')
    .select('email')
    .where('is_admin', '=', 1)
    .orderBy('created_at')
    .orderBy('id');
  return (await admins.execute()).map((admin) => admin.email);
}

/** The unique index over folded emails has the last word: a conflict begins the transaction anew. */
export async function insertUser(tx: Writer, row: UserRow): Promise<void> {
  await tx.insertInto('users').values(row).execute();
}

export async function insertUsers(tx: Writer, rows: readonly UserRow[]): Promise<void> {
  await tx
    .insertInto('users')
    .values([...rows])
    .execute();
}

export async function updateUser(tx: Writer, id: string, changes: Partial<UserRow>): Promise<void> {
  await tx.updateTable('users').set(changes).where('id', '=', id).execute();
}

export async function raiseScore(tx: Writer, id: string, points: number): Promise<void> {
  await tx
    .updateTable('users')
    .set((row) => ({ activity_score: row('activity_score', '+', points) }))
    .where('id', '=', id)
    .execute();
}

export async function deleteUserRow(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

/** Pieces the user has on hold: with the user the holds go, and pages must hear of it. */
export async function selectHeldPieces(reader: Reader, userId: string, now: number): Promise<string[]> {
  const holds = reader
    .selectFrom('holds')
    .select('listing_id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now);
  return (await holds.orderBy('listing_id').execute()).map((hold) => hold.listing_id);
}

/** `onlineSince`: who was seen at or after this moment is online. */
export async function selectUsers(
  reader: Reader,
  request: ListRequest<UserSortField>,
  onlineSince: number,
): Promise<{ rows: UserRow[]; total: number }> {
  const page = {
    table: 'users',
    where: matching(reader, request.q),
    order: orderOf(request, onlineSince),
    ...rowsOf(request),
  } as const;
  const { ids, total } = request.q
    ? await pageOfSearch(reader, page)
    : await pageInOrder(reader, page, () => countUserRows(reader));
  if (ids.length === 0) return { rows: [], total };
  const rows = await reader.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  return { rows: inOrderOf(ids, rows), total };
}

function matching(reader: Reader, q: string | undefined): RawBuilder<boolean> {
  if (!q) return sql`1 = 1`;
  const columns = [sql`name_folded`, sql`email_folded`, sql`lower(id)`];
  return sql`(${sql.join(
    columns.map((column) => contains(reader, column, foldText(q))),
    sql` or `,
  )})`;
}

/** SPEC.md's table rule: empty last when ascending, first when descending; booleans 0/1. */
function orderOf({ sort, order = 'asc' }: ListRequest<UserSortField>, onlineSince: number): SortKey[] {
  const direction = sort === undefined ? 'desc' : order;
  return keysOf(sort ?? 'date', onlineSince).map((by) => ({ by, direction }));
}

function keysOf(sort: UserSortField, onlineSince: number): RawBuilder<unknown>[] {
  switch (sort) {
    case 'id':
      return [sql`id`];
    case 'name':
      return [emptyLast(sql`name_folded = ''`), sql`name_folded`];
    case 'email':
      return [sql`email_folded`];
    case 'phone':
      return [emptyLast(sql`phone = ''`), sql`lower(phone)`];
    case 'isAdmin':
      return [sql`is_admin`];
    case 'isOnline':
      return [sql`case when last_seen_at >= ${onlineSince} then 1 else 0 end`];
    case 'activityScore':
      return [sql`activity_score`];
    case 'date':
    case 'createdAt':
      return [sql`created_at`];
  }
}

export function selectMostActive(reader: Reader, count: number): Promise<UserRow[]> {
  return reader.selectFrom('users').selectAll().orderBy('activity_score', 'desc').orderBy('id').limit(count).execute();
}

export function countUserRows(reader: Reader): Promise<number> {
  return countRows(reader, 'users');
}

export async function selectLatestRegistration(reader: Reader): Promise<number | null> {
  const { latest } = await reader
    .selectFrom('users')
    .select((row) => row.fn.max('created_at').as('latest'))
    .executeTakeFirstOrThrow();
  return latest ?? null;
}

/** Card fields of some users, as stored: enough to tell whether a key is theirs. */
export async function selectSealedFields(
  reader: Reader,
): Promise<{ userId: string; field: CardField; text: string }[]> {
  const users = await reader
    .selectFrom('users')
    .select(['id', ...Object.values(sealedColumns)])
    .where((where) => where.or(Object.values(sealedColumns).map((column) => where(column, '<>', ''))))
    .orderBy('id')
    .limit(20)
    .execute();
  return users.flatMap((user) =>
    cardFields
      .map((field) => ({ userId: user.id, field, text: user[sealedColumns[field]] }))
      .filter((sealed) => sealed.text !== ''),
  );
}

/** Sessions that have ended since are left out, and so is who had no other. */
export async function updateLastSeen(tx: Writer, sightings: readonly Sighting[]): Promise<void> {
  for (let start = 0; start < sightings.length; start += 300) {
    const some = sightings.slice(start, start + 300);
    const values = sql.join(some.map(({ tokenHash, at }) => sql`(${tokenHash}, cast(${at} as bigint))`));
    await sql`with seen(token_hash, at) as (values ${values})
      update sessions set last_seen_at = (select at from seen where seen.token_hash = sessions.token_hash)
      where token_hash in (select token_hash from seen)`.execute(tx);
    await updateUsersLastSeen(tx, [...new Set(some.map((sighting) => sighting.userId))].sort());
  }
}

/** A user was last seen when the latest of the live sessions was; without one nobody is here. */
export async function updateUsersLastSeen(tx: Writer, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      last_seen_at: sql<number>`coalesce((select max(sessions.last_seen_at) from sessions where sessions.user_id = users.id), 0)`,
    })
    .where('id', 'in', ids)
    .execute();
}
