// The only file of this feature that other features and the composition import (docs/behaviour/close-look.md).
import type { Image, Listing } from '#contract/catalog.ts';
import type { CloseLook, WrittenCloseLook } from '#contract/close-look.ts';
import { findScan } from '#server/features/scans/scans.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { selectCloseLook, upsertCloseLook } from './close-look.queries.ts';
import { presentWritten } from './present-close-look.ts';

export { findTrueSizes } from './true-sizes.ts';

type LookedAt = Pick<Listing, 'id' | 'imageSet' | 'widthCm' | 'heightCm'>;

/**
 * What the viewer has of a listing; null if it has nothing to show: no details, no true size, no scan and no lights
 * (docs/behaviour/close-look.md).
 */
export async function findCloseLook(reader: Reader, listing: LookedAt): Promise<CloseLook | null> {
  const row = await selectCloseLook(reader, listing.id);
  const image = listing.imageSet.find(({ url }) => url === row?.picture) ?? listing.imageSet[0];
  if (!row || image?.url !== row.picture) return null;
  const { box, details } = presentWritten(row);
  const { widthCm, heightCm } = listing;
  const isMeasured = box !== null && widthCm !== null && heightCm !== null;
  const found: CloseLook = {
    ...{ image, box, details },
    sizeCm: isMeasured ? { width: widthCm, height: heightCm } : null,
    ...{ scan: await findScan(reader, listing.id, image.url), lights: [] },
  };
  const hasSomething =
    found.sizeCm !== null || found.details.length > 0 || found.scan !== null || found.lights.length > 0;
  return hasSomething ? found : null;
}

/** The picture of a listing that is looked at: the chosen one, or the first one as long as none of its pictures is chosen. */
export async function findLookedAt(reader: Reader, listing: Pick<Listing, 'id' | 'imageSet'>): Promise<Image | null> {
  const row = await selectCloseLook(reader, listing.id);
  return listing.imageSet.find(({ url }) => url === row?.picture) ?? listing.imageSet[0] ?? null;
}

/** Chooses the picture that is looked at. What was said about another picture is forgotten; about this one it stays. */
export async function keepLookedAt(tx: Writer, listingId: string, picture: string, at: number): Promise<void> {
  const row = await selectCloseLook(tx, listingId);
  if (row?.picture === picture) return;
  await upsertCloseLook(tx, { listing_id: listingId, picture, box: null, details: '[]', changed_at: at });
}

/** Writes what belongs to a listing of the demo. It is deleted together with the listing. */
export function insertCloseLook(
  tx: Writer,
  listingId: string,
  { picture, box, details, changedAt }: WrittenCloseLook & { changedAt: number },
): Promise<void> {
  return upsertCloseLook(tx, {
    ...{ listing_id: listingId, picture, details: JSON.stringify(details), changed_at: changedAt },
    box: box && JSON.stringify(box),
  });
}
