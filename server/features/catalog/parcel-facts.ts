import { type ListingCustoms, parcelFields } from '#contract/collection/piece.ts';
import type { Measures } from '#contract/listing-size.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { valuesOf } from '#server/platform/database/record-columns.ts';
import { selectListingsByIds } from './catalog.queries.ts';

/** The present measures and customs details of a piece that is packed and sent. */
export type ParcelFacts = Measures & ListingCustoms & { id: string };

/** The parcel facts of these listings, by id; deleted listings are left out. */
export async function findParcelFacts(reader: Reader, ids: readonly string[]): Promise<Map<string, ParcelFacts>> {
  const rows = await selectListingsByIds(reader, ids, 0);
  return new Map(rows.map((row) => [row.id, { id: row.id, ...valuesOf(parcelFields, row) }]));
}
