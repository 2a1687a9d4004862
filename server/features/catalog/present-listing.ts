import type { AdminListing, Listing } from '#contract/catalog.ts';
import { fromCents } from '#contract/money.ts';
import { imageSets } from '#server/features/media/media.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { ListingWithHold } from './catalog.queries.ts';
import { customsOf, recordOf, sizeOf } from './listing-record.ts';
import { shownTax } from './listing-tax.ts';
import { shownVisibility } from './visibility.ts';

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
      id: row.id,
      name: row.name,
      price: fromCents(row.price_cents),
      images: (records[position]?.images ?? []).map((image) => image.url),
      imageSet,
      series: row.series,
      artist: row.artist,
      artists: row.artists,
      ...(row.artist_id !== null && { artistId: row.artist_id }),
      ...(row.series_id !== null && { seriesId: row.series_id }),
      year: row.year,
      owner: row.derived_owner ?? row.owner,
      size: row.size,
      info: row.info,
      spec: row.spec,
      story: row.story,
      design: row.design,
      description: row.description,
      history: row.history || (row.derived_history ?? ''),
      ...(row.medium && { medium: row.medium }),
      ...(row.framing && { framing: row.framing }),
      ...(row.hanging && { hanging: row.hanging }),
      ...sizeOf(row),
      unique: row.is_unique === 1,
      sold: row.status === 'sold',
      status: row.status,
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
    const { hsCode, origin } = customsOf(row);
    const { owner, history, derived_owner: derivedOwner } = row;
    return [
      {
        ...listing,
        owner,
        history,
        ...shownTax(row),
        ...(hsCode && { hsCode }),
        ...(origin && { origin }),
        ...shownVisibility(row),
        ...(row.inventory_number && { inventoryNumber: row.inventory_number }),
        ...(row.location && { location: row.location }),
        ...(derivedOwner !== null && { derivedOwner }),
      },
    ];
  });
}
