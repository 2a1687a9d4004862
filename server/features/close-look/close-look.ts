// The only file of this feature that other features and the composition import (docs/behaviour/close-look.md).
import type { Image, Listing } from '#contract/catalog.ts';
import type { Box, CloseLook, Detail, WrittenCloseLook } from '#contract/close-look.ts';
import { hasTrueShape } from '#contract/true-size.ts';
import { findLights, findLitPicture } from '#server/features/lights/lights.ts';
import { findScan } from '#server/features/scans/scans.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { selectCloseLook, selectWithDetails, upsertCloseLook } from './close-look.queries.ts';
import { presentWritten } from './present-close-look.ts';

export { findTrueSizes } from './true-sizes.ts';

type Pictured = Pick<Listing, 'id' | 'imageSet'>;
type Measured = Pick<Listing, 'widthCm' | 'heightCm'>;

/**
 * What the viewer shows of a listing; null if there are no details, no true size, no scan and no lights
 * (docs/behaviour/close-look.md).
 */
export async function findCloseLook(reader: Reader, listing: Pictured & Measured): Promise<CloseLook | null> {
  const found = await findShownPicture(reader, listing);
  if (!found) return null;
  const { image, row, scanned } = found;
  const { box, details } = row ? presentWritten(row) : { box: null, details: [] };
  const sizeCm = sizeOf(image, box, listing);
  const scan = scanned?.picture === image.url ? scanned.scan : null;
  const lights = await findLights(reader, listing.id, image.url);
  const hasSomething = sizeCm !== null || details.length > 0 || scan !== null || lights.length > 0;
  return hasSomething ? { image, box, sizeCm, details, scan, lights } : null;
}

/** The details of the listings that have any, by listing id. One query for all. */
export async function findDetails(reader: Reader, listings: readonly Pictured[]): Promise<Map<string, Detail[]>> {
  const rows = await selectWithDetails(
    reader,
    listings.map(({ id }) => id),
  );
  const rowOf = new Map(rows.map((row) => [row.listing_id, row]));
  const found = listings.flatMap(({ id, imageSet }) => {
    const row = rowOf.get(id);
    const isShown = row && imageSet.some(({ url }) => url === row.picture);
    return isShown ? [[id, presentWritten(row).details] as const] : [];
  });
  return new Map(found);
}

/** The one picture of a listing that the viewer shows (docs/behaviour/close-look.md, 1); null if there is none. */
export async function findLookedAt(reader: Reader, listing: Pictured): Promise<Image | null> {
  return (await findShownPicture(reader, listing))?.image ?? null;
}

/** The picture that the viewer shows, with the row and the scan that decide which one it is. */
async function findShownPicture(reader: Reader, { id, imageSet }: Pictured) {
  const pictureOf = (path: string | null | undefined) => imageSet.find(({ url }) => url === path);
  const row = await selectCloseLook(reader, id);
  const scanned = await findScan(reader, id);
  const image = row
    ? pictureOf(row.picture)
    : (pictureOf(scanned?.picture) ??
      pictureOf(await findLitPicture(reader, id)) ??
      imageSet.find(({ width, height }) => width > 0 && height > 0));
  return image ? { image, row, scanned } : null;
}

/** The size of what is in the box; null if the box or a measure is missing, or the box does not have the proportions of the measures. */
function sizeOf(image: Image, box: Box | null, { widthCm, heightCm }: Measured): CloseLook['sizeCm'] {
  if (box === null || widthCm === null || heightCm === null) return null;
  const size = { width: widthCm, height: heightCm };
  return hasTrueShape(image, box, size) ? size : null;
}

/** Writes the close look of a demo listing. It is deleted together with the listing. */
export function insertCloseLook(
  tx: Writer,
  listingId: string,
  { picture, box, details, changedAt }: WrittenCloseLook & { changedAt: number },
): Promise<void> {
  return upsertCloseLook(tx, {
    listing_id: listingId,
    picture,
    details: JSON.stringify(details),
    changed_at: changedAt,
    box: box && JSON.stringify(box),
  });
}
