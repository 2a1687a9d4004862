import { sql } from 'kysely';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { isReached } from './alerts.queries.ts';

/** Ids of listings that visitors can see and that `insertDebuts` has not stored yet. */
export async function selectDebuts(reader: Reader, limit: number): Promise<string[]> {
  const rows = await reader
    .selectFrom('listings')
    .select('id')
    .where('status', '<>', 'discontinued')
    .where('visibility', '=', 'listed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('listing_debuts')
            .select('listing_debuts.listing_id')
            .whereRef('listing_debuts.listing_id', '=', 'listings.id'),
        ),
      ),
    )
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Stores that visitors have seen these listings. Returns those that no other process has stored before. */
export async function insertDebuts(tx: Writer, ids: readonly string[]): Promise<string[]> {
  const rows = await tx
    .insertInto('listing_debuts')
    .values(ids.map((listing_id) => ({ listing_id })))
    .onConflict((conflict) => conflict.column('listing_id').doNothing())
    .returning('listing_id')
    .execute();
  return rows.map(({ listing_id }) => listing_id);
}

/** Stores these listings as news for everybody with a confirmed alert for their artist. */
export async function insertNews(tx: Writer, ids: readonly string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .insertInto('subscription_news')
    .columns(['subscription_id', 'listing_id', 'noted_at'])
    .expression(
      tx
        .selectFrom('subscriptions')
        .innerJoin('listings', 'listings.artist_id', 'subscriptions.artist_id')
        .select((row) => ['subscriptions.id', 'listings.id as listing_id', row.val(now).as('noted_at')])
        .where('subscriptions.kind', '=', 'artist')
        .where('subscriptions.confirmed_at', 'is not', null)
        .where('listings.id', 'in', ids),
    )
    .execute();
}

export interface NewsReader {
  person: string;
  user_id: string | null;
  email: string;
}

/** False for news of a piece that was hidden again: such news waits until everybody can see the piece. */
const isListed = sql<boolean>`subscription_news.listing_id in (select id from listings where visibility = 'listed')`;

/** People who have news that was noted at `before` (epoch milliseconds) or earlier, and the addresses for their emails. */
export async function selectPeopleWithNews(
  reader: Reader,
  before: number,
  { person, limit }: { person?: string; limit: number },
): Promise<NewsReader[]> {
  let rows = reader
    .selectFrom('subscription_news')
    .innerJoin('subscriptions', 'subscriptions.id', 'subscription_news.subscription_id')
    .leftJoin('users', 'users.id', 'subscriptions.user_id')
    .select(['subscriptions.person', 'subscriptions.user_id', 'subscriptions.email', 'users.email as account_email'])
    .where('subscription_news.noted_at', '<=', before)
    .where(isListed)
    .where(isReached);
  if (person !== undefined) rows = rows.where('subscriptions.person', '=', person);
  const found = await rows.distinct().orderBy('subscriptions.person').limit(limit).execute();
  return found.map(({ account_email, ...row }) => ({ ...row, email: account_email ?? row.email }));
}

/** Deletes the news of a person and returns it, except what another process has taken and what `isListed` excludes. */
export async function takeNews(tx: Writer, person: string): Promise<{ subscription_id: string; listing_id: string }[]> {
  return tx
    .deleteFrom('subscription_news')
    .where('subscription_id', 'in', (row) =>
      row.selectFrom('subscriptions').select('id').where('subscriptions.person', '=', person),
    )
    .where(isListed)
    .returning(['subscription_id', 'listing_id'])
    .execute();
}
