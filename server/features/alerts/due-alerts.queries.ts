import type { Reader } from '#server/platform/database/database.ts';
import { isReached } from './alerts.queries.ts';

/** An alert whose email is due, and the address that the email goes to. */
export interface DueAlert {
  id: string;
  person: string;
  user_id: string | null;
  listing_id: string;
  email: string;
}

/**
 * Alerts, of one person if `person` is given, about listings that everybody can buy now: available, held by nobody and reserved for
 * nobody.
 */
export async function selectDueAlerts(
  reader: Reader,
  now: number,
  { person, limit }: { person?: string; limit: number },
): Promise<DueAlert[]> {
  let rows = reader
    .selectFrom('subscriptions')
    .innerJoin('listings', 'listings.id', 'subscriptions.listing_id')
    .leftJoin('users', 'users.id', 'subscriptions.user_id')
    .select([
      'subscriptions.id',
      'subscriptions.person',
      'subscriptions.user_id',
      'listings.id as listing_id',
      'subscriptions.email',
      'users.email as account_email',
    ])
    .where('subscriptions.kind', '=', 'piece')
    .where('subscriptions.confirmed_at', 'is not', null)
    .where('listings.status', '=', 'available')
    .where('listings.visibility', '=', 'listed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('holds')
            .select('holds.listing_id')
            .whereRef('holds.listing_id', '=', 'listings.id')
            .where('holds.expires_at', '>', now),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reservations')
            .select('reservations.listing_id')
            .whereRef('reservations.listing_id', '=', 'listings.id')
            .where('reservations.until_at', '>', now),
        ),
      ),
    )
    .where(isReached);
  if (person !== undefined) rows = rows.where('subscriptions.person', '=', person);
  const due = await rows.orderBy('subscriptions.created_at').orderBy('subscriptions.id').limit(limit).execute();
  return due.map(({ account_email, ...row }) => ({ ...row, email: account_email ?? row.email }));
}
