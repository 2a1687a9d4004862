import type { Listing } from '#contract/catalog.ts';
import { box } from '#contract/close-look.ts';
import type { TrueSize } from '#contract/page-services.ts';
import { hasTrueShape } from '#contract/true-size.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { selectBoxes } from './close-look.queries.ts';

type Measured = Pick<Listing, 'id' | 'imageSet' | 'widthCm' | 'heightCm'>;

/**
 * The true sizes of the listings for which they are known, in the same order: those with a width, a height, and a picture with a box
 * of that shape (docs/behaviour/close-look.md, 42). One query for all.
 */
export async function findTrueSizes(reader: Reader, listings: readonly Measured[]): Promise<TrueSize[]> {
  const measured = listings.flatMap(({ id, imageSet, widthCm, heightCm }) =>
    widthCm === null || heightCm === null ? [] : [{ id, imageSet, sizeCm: { width: widthCm, height: heightCm } }],
  );
  if (measured.length === 0) return [];
  const rows = await selectBoxes(
    reader,
    measured.map(({ id }) => id),
  );
  const rowOf = new Map(rows.map((row) => [row.listing_id, row]));
  return measured.flatMap(({ id, imageSet, sizeCm }) => {
    const row = rowOf.get(id);
    const image = imageSet.find(({ url }) => url === row?.picture);
    if (!row?.box || !image) return [];
    const placed = box.parse(JSON.parse(row.box));
    return hasTrueShape(image, placed, sizeCm) ? [{ listingId: id, image, box: placed, sizeCm }] : [];
  });
}
