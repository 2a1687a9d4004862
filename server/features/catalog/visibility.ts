// Who sees a listing (docs/behaviour/catalog.md, 20 to 25).
import { type RawBuilder, sql } from 'kysely';
import type { ListingChanges } from '#contract/catalog.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Shop } from '#server/shop.ts';
import type { ListingRow } from './catalog.queries.ts';

export type VisibilityColumns = Pick<ListingRow, 'visibility' | 'publish_at' | 'was_listed' | 'created_at'>;

/** SQL: whether a row of `listings` is part of the collection that everybody sees. */
export const shownCondition: RawBuilder<boolean> = sql<boolean>`listings.status <> 'discontinued' and listings.visibility = 'listed'`;

/** Whether everybody can buy a listing as long as it is neither held nor reserved. */
export const isOnSale = ({ status, visibility }: Pick<ListingRow, 'status' | 'visibility'>): boolean =>
  status === 'available' && visibility === 'listed';

/** The columns after a change at `now`, epoch milliseconds, which becomes `created_at` of a listing that is listed for the first time. */
export function changedVisibility(before: VisibilityColumns, changes: ListingChanges, now: number): VisibilityColumns {
  const visibility = changes.visibility ?? before.visibility;
  const given = changes.publishAt === undefined ? before.publish_at : timeOf(changes.publishAt);
  const publishAt = visibility === 'scheduled' ? given : null;
  if (visibility !== 'listed' || before.was_listed === 1)
    return { visibility, publish_at: publishAt, was_listed: before.was_listed, created_at: before.created_at };
  return { visibility, publish_at: null, was_listed: 1, created_at: now };
}

const timeOf = (moment: string | null) => (moment === null ? null : Date.parse(moment));

/** Refuses (400) a scheduled listing without a time in the future, unless the time stays as it was. */
export function refuseSchedule(
  shop: Shop,
  before: Pick<ListingRow, 'visibility' | 'publish_at'> | null,
  after: Pick<ListingRow, 'visibility' | 'publish_at'>,
): Refusal | null {
  if (after.visibility !== 'scheduled') return null;
  const isKept = before?.visibility === 'scheduled' && before.publish_at === after.publish_at;
  if (isKept || (after.publish_at !== null && after.publish_at > shop.clock())) return null;
  return refuse(
    'invalidInput',
    {},
    { issues: [{ path: 'publishAt', message: 'Please choose a day and a time in the future.' }] },
  );
}
