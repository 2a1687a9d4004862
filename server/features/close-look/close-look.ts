import { z } from 'zod';
import type { Listing } from '#contract/catalog.ts';
import { box, type CloseLook, detail } from '#contract/close-look.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { selectCloseLook } from './close-look.queries.ts';

type LookedAt = Pick<Listing, 'id' | 'imageSet' | 'widthCm' | 'heightCm'>;

/**
 * What the viewer has of a listing; null if it has nothing to show: no details, no true size, no scan and no lights
 * (docs/behaviour/close-look.md).
 */
export async function findCloseLook(reader: Reader, listing: LookedAt): Promise<CloseLook | null> {
  const row = await selectCloseLook(reader, listing.id);
  const image = listing.imageSet.find(({ url }) => url === row?.picture) ?? listing.imageSet[0];
  if (!row || image?.url !== row.picture) return null;
  const placed = box.nullable().parse(row.box === null ? null : JSON.parse(row.box));
  const { widthCm, heightCm } = listing;
  const isMeasured = placed !== null && widthCm !== null && heightCm !== null;
  const found: CloseLook = {
    ...{ image, box: placed, details: z.array(detail).parse(JSON.parse(row.details)) },
    sizeCm: isMeasured ? { width: widthCm, height: heightCm } : null,
    ...{ scan: null, lights: [] },
  };
  const hasSomething =
    found.sizeCm !== null || found.details.length > 0 || found.scan !== null || found.lights.length > 0;
  return hasSomething ? found : null;
}
