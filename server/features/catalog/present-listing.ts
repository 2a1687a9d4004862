import type { AdminListing, Listing } from '#contract/catalog.ts';
import { panelNames, pieceFields, publicNames } from '#contract/collection/piece.ts';
import { pick } from '#contract/fields/kinds.ts';
import { imageSets } from '#server/features/media/media.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { shownValuesOf } from '#server/platform/database/record-columns.ts';
import type { ListingWithHold } from './catalog.queries.ts';
import { recordOf } from './listing-record.ts';

const { images: _, ...publicFields } = pick(pieceFields, publicNames);
const panelFields = pick(pieceFields, panelNames);

/** Listings as the API returns them; pictures have the variants that are ready. */
export async function presentListings(reader: Reader, rows: readonly ListingWithHold[]): Promise<Listing[]> {
  const records = rows.map(recordOf);
  const sets = await imageSets(
    reader,
    records.map((record) => record.images),
  );
  return rows.map((row, position): Listing => {
    const imageSet = sets[position] ?? [];
    // An edition is never reserved; a hold from before it became one does not count (docs/behaviour/catalog.md, 4).
    const reservedUntil = row.is_unique === 1 && row.status === 'available' ? endOf(row) : null;
    return {
      ...shownValuesOf(publicFields, row),
      id: row.id,
      images: (records[position]?.images ?? []).map((image) => image.url),
      imageSet,
      owner: row.derived_owner ?? row.owner,
      history: row.history || (row.derived_history ?? ''),
      sold: row.status === 'sold',
      date_created: new Date(row.created_at).toISOString(),
      reserved: reservedUntil !== null,
      reservedUntil: reservedUntil === null ? null : new Date(reservedUntil).toISOString(),
    };
  });
}

/** When the hold or the last reservation ends, whichever is later, epoch milliseconds; null without them. */
const endOf = ({ held_until, reserved_until }: ListingWithHold): number | null =>
  held_until === null && reserved_until === null ? null : Math.max(held_until ?? 0, reserved_until ?? 0);

/** Listings as the panel gets them: with the fields that only the panel sees, and with `owner` and `history` as they were typed. */
export async function presentAdminListings(reader: Reader, rows: readonly ListingWithHold[]): Promise<AdminListing[]> {
  const listings = await presentListings(reader, rows);
  return listings.flatMap((listing, position) => {
    const row = rows[position];
    if (!row) return [];
    const { owner, history, derived_owner: derivedOwner } = row;
    return [
      {
        ...listing,
        ...shownValuesOf(panelFields, row),
        owner,
        history,
        ...(derivedOwner !== null && { derivedOwner }),
      },
    ];
  });
}
