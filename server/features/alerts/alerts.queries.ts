import { sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { SubscriptionsTable } from '#server/platform/database/subscription-tables.ts';

export type SubscriptionRow = SubscriptionsTable;

/** Whose subscriptions are meant: an account and its confirmed address. */
export interface Owner {
  userId: string;
  /** The confirmed address, folded; null if none is confirmed. */
  email: string | null;
}

/** The confirmed subscriptions of an account, and those of its confirmed address as a guest, newest first. */
export async function selectAlerts(
  reader: Reader,
  owner: Owner,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: SubscriptionRow[]; total: number }> {
  const own = ofOwner(reader, owner).where('confirmed_at', 'is not', null);
  const rows = await own.selectAll().orderBy('created_at', 'desc').orderBy('id').limit(limit).offset(offset).execute();
  const { total } = await own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
}

/** All subscriptions of an account and of its confirmed address, also unconfirmed ones, oldest first. */
export function selectAllOf(reader: Reader, owner: Owner): Promise<SubscriptionRow[]> {
  return ofOwner(reader, owner).selectAll().orderBy('created_at').orderBy('id').execute();
}

const ofOwner = (reader: Reader, { userId, email }: Owner) =>
  reader.selectFrom('subscriptions').where('person', 'in', email === null ? [userId] : [userId, email]);

/** Deletes the subscriptions of these persons, or only the one with this `id`. Returns how many were deleted. */
export async function deleteOf(tx: Writer, persons: readonly string[], id?: string): Promise<number> {
  let rows = tx.deleteFrom('subscriptions').where('person', 'in', persons);
  if (id !== undefined) rows = rows.where('id', '=', id);
  return Number((await rows.executeTakeFirst()).numDeletedRows);
}

/** False for an account that is blocked or whose address is not confirmed. The query must left join `users`. */
export const isReached = sql<boolean>`(subscriptions.user_id is null
  or (users.email_confirmed_at is not null and users.blocked_at is null))`;

type Asked = Pick<SubscriptionRow, 'person' | 'kind' | 'target'>;

export function selectAsked(reader: Reader, { person, kind, target }: Asked): Promise<SubscriptionRow | undefined> {
  return reader
    .selectFrom('subscriptions')
    .selectAll()
    .where('person', '=', person)
    .where('kind', '=', kind)
    .where('target', '=', target)
    .executeTakeFirst();
}

/** Counts the subscriptions of a person, or of everybody; with `confirmed` only the confirmed ones. */
export async function countSubscriptions(
  reader: Reader,
  { person, kind, confirmed = false }: { person?: string; kind?: SubscriptionRow['kind']; confirmed?: boolean },
): Promise<number> {
  let rows = reader.selectFrom('subscriptions').select(({ fn }) => fn.countAll<number>().as('count'));
  if (person !== undefined) rows = rows.where('person', '=', person);
  if (kind !== undefined) rows = rows.where('kind', '=', kind);
  if (confirmed) rows = rows.where('confirmed_at', 'is not', null);
  return Number((await rows.executeTakeFirstOrThrow()).count);
}

/** False if the person has it already. */
export async function insertSubscription(tx: Writer, row: SubscriptionRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('subscriptions')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person', 'kind', 'target']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateSubscription(tx: Writer, id: string, changes: Partial<SubscriptionRow>): Promise<void> {
  await tx.updateTable('subscriptions').set(changes).where('id', '=', id).execute();
}

/** False if it has ended already, for example by another process. */
export async function deleteSubscription(tx: Writer, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('subscriptions').where('id', '=', id).executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function insertLinks(
  tx: Writer,
  ids: readonly string[],
  link: { token_hash: string; created_at: number },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto('subscription_links')
    .values(ids.map((subscription_id) => ({ ...link, subscription_id })))
    .execute();
}

export async function moveLinks(tx: Writer, from: string, to: string): Promise<void> {
  await tx.updateTable('subscription_links').set({ subscription_id: to }).where('subscription_id', '=', from).execute();
}

/** The language that a person reads: that of their account, or of the page where they asked last. */
export async function selectLanguage(reader: Reader, person: string): Promise<Language> {
  const row = await reader
    .selectFrom('subscriptions')
    .leftJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['subscriptions.language', 'users.language as account_language'])
    .where('person', '=', person)
    .orderBy('subscriptions.created_at', 'desc')
    .orderBy('subscriptions.id')
    .limit(1)
    .executeTakeFirst();
  return row?.account_language ?? row?.language ?? 'en';
}

/** The subscriptions that the link with this hash confirms or ends. */
export function selectLinked(reader: Reader, tokenHash: string): Promise<SubscriptionRow[]> {
  return reader
    .selectFrom('subscription_links')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_links.subscription_id')
    .selectAll('subscriptions')
    .where('token_hash', '=', tokenHash)
    .orderBy('subscriptions.id')
    .execute();
}

/**
 * Deletes unconfirmed subscriptions that were created before `unconfirmed`, and links that were created before `links` (epoch
 * milliseconds). Reads first, because most of the time there is nothing to delete.
 */
export async function deleteOutdated(
  reader: Reader,
  write: (work: (tx: Writer) => Promise<void>) => Promise<void>,
  { unconfirmed, links }: { unconfirmed: number; links: number },
): Promise<void> {
  const late = await reader
    .selectFrom('subscriptions')
    .select('id')
    .where('confirmed_at', 'is', null)
    .where('created_at', '<', unconfirmed)
    .executeTakeFirst();
  const old = await reader
    .selectFrom('subscription_links')
    .select('token_hash')
    .where('created_at', '<', links)
    .executeTakeFirst();
  if (!late && !old) return;
  await write(async (tx) => {
    await tx
      .deleteFrom('subscriptions')
      .where('confirmed_at', 'is', null)
      .where('created_at', '<', unconfirmed)
      .execute();
    await tx.deleteFrom('subscription_links').where('created_at', '<', links).execute();
  });
}

/**
 * Addresses that get the newsletter, and when they were confirmed for it (epoch milliseconds). For an account this is its present
 * address; an account that is blocked or whose address is not confirmed is left out.
 */
export async function selectReaders(reader: Reader): Promise<{ email: string; at: number }[]> {
  const rows = await ofReaders(reader)
    .select(['subscriptions.email', 'users.email as account_email', 'confirmed_at'])
    .orderBy('confirmed_at')
    .orderBy('subscriptions.id')
    .execute();
  return rows.map((row) => ({ email: row.account_email ?? row.email, at: Number(row.confirmed_at) }));
}

/** How many `selectReaders` returns. */
export async function countReaders(reader: Reader): Promise<number> {
  const { count } = await ofReaders(reader)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

const ofReaders = (reader: Reader) =>
  reader
    .selectFrom('subscriptions')
    .leftJoin('users', 'users.id', 'subscriptions.user_id')
    .where('kind', '=', 'newsletter')
    .where('confirmed_at', 'is not', null)
    .where(isReached)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as blocked')
            .select('blocked.id')
            .whereRef('blocked.email_folded', '=', 'subscriptions.person')
            .where('blocked.blocked_at', 'is not', null),
        ),
      ),
    );
