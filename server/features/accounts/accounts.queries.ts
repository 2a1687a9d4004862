import { type RawBuilder, sql } from 'kysely';
import { type CardField, cardFields, type UserSortField } from '#contract/accounts.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import { roles } from '#contract/roles.ts';
import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { contains, isAnyOf, lockRows, lockRowsButNotKeys } from '#server/platform/database/dialect.ts';
import {
  countRows,
  emptyLast,
  orderByIds,
  type SortKey,
  selectPage,
  type TextSearch,
} from '#server/platform/database/pagination.ts';
import { changeOnce, compileOnce, prepareQuery } from '#server/platform/database/prepared-query.ts';
import type { UsersTable } from '#server/platform/database/tables.ts';
import type { SealedField } from './card-cipher.ts';

export type UserRow = UsersTable;

/** The last use of a session. */
export interface SessionActivity {
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

const userOf = prepareQuery({ id: '' }, (reader, { id }) =>
  reader.selectFrom('users').selectAll().where('id', '=', id),
);

export async function selectUser(reader: Reader, id: string): Promise<UserRow | undefined> {
  return (await userOf(reader, { id }))[0];
}

export function selectUserByEmail(reader: Reader, email: string): Promise<UserRow | undefined> {
  return reader.selectFrom('users').selectAll().where('email_folded', '=', foldText(email)).executeTakeFirst();
}

const lockedUserOf = compileOnce({ id: '' }, (tx, { id }) =>
  lockRowsButNotKeys(tx, tx.selectFrom('users').selectAll().where('id', '=', id)),
);

export async function lockUserRow(tx: Writer, id: string): Promise<UserRow | undefined> {
  return (await lockedUserOf(tx, { id }))[0];
}

/** Locks every admin and the given user. Several users are always locked in ascending order of their ids. */
export function lockAdminsAndUser(tx: Writer, userId: string): Promise<UserRow[]> {
  const users = tx
    .selectFrom('users')
    .selectAll()
    .where((where) => where.or([where('role', 'in', roles), where('id', '=', userId)]))
    .orderBy('id');
  return lockRows(tx, users).execute();
}

// Without a bound value, because the partial index on demo rows is used only if its condition appears literally.
const isDemo = sql<boolean>`is_demo = 1`;

/** Locks every admin, every demo customer and the given users, in ascending order of their ids. */
export function lockAdminsDemoAndUsers(tx: Writer, userIds: readonly string[]): Promise<UserRow[]> {
  const users = tx
    .selectFrom('users')
    .selectAll()
    .where((where) => where.or([where('role', 'in', roles), isDemo, where('id', 'in', ['', ...userIds])]))
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

export async function hasOwner(reader: Reader): Promise<boolean> {
  return (
    (await reader.selectFrom('users').select('id').where('role', '=', 'owner').limit(1).executeTakeFirst()) !==
    undefined
  );
}

/** Everybody with a role, the oldest account first. */
export function selectAdmins(reader: Reader): Promise<UserRow[]> {
  return reader
    .selectFrom('users')
    .selectAll()
    .where('role', 'in', roles)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** The owners that get emails, the oldest account first: without the email `except`, demo customers and blocked owners. */
export function selectOwnerEmails(
  reader: Reader,
  except: string,
): Promise<Pick<UserRow, 'id' | 'email' | 'language'>[]> {
  return ownerEmailsOf(reader, { except: foldText(except) });
}

const ownerEmailsOf = compileOnce({ except: '' }, (reader, { except }) =>
  reader
    .selectFrom('users')
    .select(['id', 'email', 'language'])
    .where('role', '=', 'owner')
    .where('is_demo', '=', 0)
    .where('blocked_at', 'is', null)
    .where('email_folded', '<>', except)
    .orderBy('created_at')
    .orderBy('id'),
);

/** A conflict with the unique index on folded emails restarts the transaction. */
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

const scoreRaise = changeOnce({ id: '', points: 0 }, (tx, { id, points }) =>
  tx
    .updateTable('users')
    .set((row) => ({ activity_score: row('activity_score', '+', points) }))
    .where('id', '=', id),
);

export async function raiseScore(tx: Writer, id: string, points: number): Promise<void> {
  await scoreRaise(tx, { id, points });
}

export async function deleteUserRow(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

/**
 * The listed pieces that the user has on hold at `now`, and when the last reservation of each ends, in epoch milliseconds; null without a
 * reservation.
 */
export function selectHeldListings(
  reader: Reader,
  userId: string,
  now: number,
): Promise<{ id: string; reserved_until: number | null }[]> {
  return reader
    .selectFrom('holds')
    .innerJoin('listings', 'listings.id', 'holds.listing_id')
    .where('listings.visibility', '=', 'listed')
    .select('listing_id as id')
    .select((row) =>
      row
        .selectFrom('reservations')
        .select((one) => one.fn.max<number | null>('reservations.until_at').as('until'))
        .whereRef('reservations.listing_id', '=', 'holds.listing_id')
        .where('reservations.until_at', '>', now)
        .as('reserved_until'),
    )
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('listing_id')
    .execute();
}

/** Who is online: users seen at `since` (epoch milliseconds) or later, and the users `besides`, for whom that is not stored yet. */
interface Online {
  since: number;
  besides: readonly string[];
}

/** One page of the users that match the search, and the number of all that match. `online` is for sorting. */
export async function selectUsers(
  reader: Reader,
  request: ListRequest<UserSortField>,
  online: Online,
): Promise<{ rows: UserRow[]; total: number }> {
  const page = {
    table: 'users',
    where: sql<boolean>`1 = 1`,
    order: orderOf(request, isOnline(reader, online)),
    ...rowsOf(request),
  } as const;
  const { ids, total } = await selectPage(reader, page, {
    search: request.q ? searchFor(reader, request.q) : null,
    count: () => countUserRows(reader),
  });
  if (ids.length === 0) return { rows: [], total };
  const rows = await reader.selectFrom('users').selectAll().where('id', 'in', ids).execute();
  return { rows: orderByIds(ids, rows), total };
}

function searchFor(reader: Reader, q: string): TextSearch {
  const columns = [sql`name_folded`, sql`email_folded`, sql`lower(id)`];
  const text = foldText(q);
  const conditions = columns.map((column) => contains(reader, column, text));
  return {
    table: 'users',
    texts: [text],
    contains: sql`(${sql.join(conditions, sql` or `)})`,
    leftOut: sql`users where 1 = 0`,
  };
}

/** Empty values come last when ascending and first when descending; booleans count as 0 and 1 (docs/behaviour/api.md, 17). */
function orderOf({ sort, order = 'asc' }: ListRequest<UserSortField>, online: RawBuilder<boolean>): SortKey[] {
  const direction = sort === undefined ? 'desc' : order;
  return keysOf(sort ?? 'date', online).map((by) => ({ by, direction }));
}

function isOnline(reader: Reader, { since, besides }: Online): RawBuilder<boolean> {
  const isStored = sql<boolean>`last_seen_at >= ${since}`;
  return besides.length === 0 ? isStored : sql`(${isStored} or ${isAnyOf(reader, sql`id`, besides)})`;
}

function keysOf(sort: UserSortField, online: RawBuilder<boolean>): RawBuilder<unknown>[] {
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
      return [sql`(case when role is null then 0 else 1 end)`];
    case 'isOnline':
      return [sql`case when ${online} then 1 else 0 end`];
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

/**
 * Encrypted card fields of up to 20 users, and up to 20 keys of authenticator apps: enough to check whether a key belongs to this
 * database.
 */
export async function selectSealedFields(
  reader: Reader,
): Promise<{ userId: string; field: SealedField; text: string }[]> {
  const users = await reader
    .selectFrom('users')
    .select(['id', ...Object.values(sealedColumns)])
    .where((where) => where.or(Object.values(sealedColumns).map((column) => where(column, '<>', ''))))
    .orderBy('id')
    .limit(20)
    .execute();
  const apps = await reader
    .selectFrom('authenticator_apps')
    .select(['user_id', 'key_sealed'])
    .orderBy('user_id')
    .limit(20)
    .execute();
  const cards = users.flatMap((user) =>
    cardFields
      .map((field) => ({ userId: user.id, field, text: user[sealedColumns[field]] }))
      .filter((sealed) => sealed.text !== ''),
  );
  return [
    ...cards,
    ...apps.map((app) => ({ userId: app.user_id, field: 'authenticatorKey' as const, text: app.key_sealed })),
  ];
}

/** Stores when sessions, and with them their users, were last seen. Ignores sessions that have ended. */
export async function updateLastSeen(tx: Writer, activities: readonly SessionActivity[]): Promise<void> {
  for (let start = 0; start < activities.length; start += 300) {
    const some = activities.slice(start, start + 300);
    const values = sql.join(some.map(({ tokenHash, at }) => sql`(${tokenHash}, cast(${at} as bigint))`));
    await sql`with seen(token_hash, at) as (values ${values})
      update sessions set last_seen_at = (select at from seen where seen.token_hash = sessions.token_hash)
      where token_hash in (select token_hash from seen)`.execute(tx);
    await updateUsersLastSeen(tx, [...new Set(some.map((activity) => activity.userId))].sort());
  }
}

/** Sets `last_seen_at` of users to that of their most recently used session; 0 without a session. */
export async function updateUsersLastSeen(tx: Writer, ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('users')
    .set({
      last_seen_at: sql<number>`coalesce((select max(sessions.last_seen_at) from sessions where sessions.user_id = users.id), 0)`,
    })
    .where('id', 'in', ids)
    .execute();
}
