import type { Image } from '#contract/catalog.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { LightSet } from '#contract/lights.ts';
import { limits } from '#contract/limits.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { lockListings } from '#server/features/catalog/catalog.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { type Direction, isSameDirection } from './directions.ts';
import {
  deleteLight,
  deleteSet,
  type LightRow,
  type LightSetRow,
  selectLights,
  selectSet,
  updateDirection,
  upsertSet,
} from './lights.queries.ts';
import { imagesOf } from './lights.ts';

/** A listing with the picture that its close look shows; null if the shop does not store it. */
export interface LitListing {
  id: string;
  picture: Image | null;
}

/** What the panel shows of the photographs of a listing. */
export async function findLightSet(shop: Shop, { id, picture }: LitListing): Promise<LightSet> {
  const { read } = shop.database;
  const set = await selectSet(read, id);
  const rows = await selectLights(read, id);
  const images = await imagesOf(read, rows);
  const isOfOtherPicture = set !== undefined && set.reference !== picture?.url;
  return {
    picture,
    isOfOtherPicture,
    isShown: set?.is_shown === 1 && !isOfOtherPicture,
    photographs: rows.flatMap((row, position) => {
      const image = images[position];
      const { azimuth, elevation, file_name } = row;
      return image
        ? [{ id: row.id, image, fileName: file_name, azimuth, elevation, moved: JSON.parse(row.moved) }]
        : [];
    }),
  };
}

type Written = { isShown: boolean; photographs: readonly (Direction & { id: string })[] };

/**
 * Writes the directions of all photographs, and whether the viewer shows them. Refused (409): other photographs than the stored ones, two
 * lights from one direction, fewer than three or those of another picture when they are to be shown (docs/behaviour/lights.md, 1 to 3, 12).
 */
export function changeLights(
  shop: Shop,
  adminId: string,
  listing: LitListing,
  written: Written,
): Promise<Refusal | null> {
  return edit(shop, adminId, listing, async (tx, set, rows) => {
    const byId = new Map(written.photographs.map((photograph) => [photograph.id, photograph]));
    if (byId.size !== rows.length || rows.some(({ id }) => !byId.has(id))) return refuse('lightsChanged');
    const changed = rows.map((row) => ({ ...row, ...byId.get(row.id) }));
    const twice = changed.find((row, at) => changed.slice(0, at).some((other) => isSameDirection(row, other)));
    if (twice) return refuse('lightFromSameSide', { name: twice.file_name });
    const missing = limits.leastLightPhotographs - rows.length;
    if (written.isShown && missing > 0) return refuse('lightsTooFew', { count: limits.leastLightPhotographs, missing });
    if (!set) return null;
    if (written.isShown && set.reference !== listing.picture?.url) return refuse('lightsOfOtherPicture');
    for (const row of changed) await updateDirection(tx, row.id, row);
    await upsertSet(tx, { ...set, is_shown: written.isShown ? 1 : 0 });
    return null;
  });
}

/** Removes a photograph. If fewer than three are left, the viewer shows none. Refused (404): an unknown photograph. */
export function removeLight(
  shop: Shop,
  adminId: string,
  listing: LitListing,
  lightId: string,
): Promise<Refusal | null> {
  return edit(shop, adminId, listing, async (tx, set, rows) => {
    const left = rows.filter(({ id }) => id !== lightId);
    if (!set || left.length === rows.length) return refuse('lightNotFound');
    // The set is deleted with its last photograph, so that the next ones may lie over another picture.
    if (left.length === 0) await deleteSet(tx, listing.id);
    else {
      await deleteLight(tx, lightId);
      if (left.length < limits.leastLightPhotographs) await upsertSet(tx, { ...set, is_shown: 0 });
    }
    return null;
  });
}

type Edit = (tx: Writer, set: LightSetRow | undefined, rows: readonly LightRow[]) => Promise<Refusal | null>;

/** Runs `apply` in a transaction of its own that locks the listing, and records the change. Refused (404): an unknown listing. */
function edit(shop: Shop, adminId: string, { id }: LitListing, apply: Edit): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    const [listing] = await lockListings(tx, [id]);
    if (!listing) return refuse('listingNotFound');
    const before = { set: await selectSet(tx, id), rows: await selectLights(tx, id) };
    const refused = await apply(tx, before.set, before.rows);
    if (refused) return refused;
    await recordLights(tx, shop, { adminId, listingId: id, before });
    return null;
  });
}

interface StoredSet {
  set: LightSetRow | undefined;
  rows: readonly LightRow[];
}

/** Records in the audit what `tx` has changed. Raises the catalog revision if the viewer showed or shows the photographs. */
export async function recordLights(
  tx: Writer,
  shop: Shop,
  { adminId, listingId, before }: { adminId: string; listingId: string; before: StoredSet },
): Promise<void> {
  const after = { set: await selectSet(tx, listingId), rows: await selectLights(tx, listingId) };
  const [was, is] = [inAudit(before), inAudit(after)];
  if (JSON.stringify(was) === JSON.stringify(is)) return;
  const action = 'photographs under several lights changed';
  await recordChange(tx, shop, { adminId, action, subject: listingId, before: was, after: is });
  if (before.set?.is_shown === 1 || after.set?.is_shown === 1) tx.raiseRevision();
}

const inAudit = ({ set, rows }: StoredSet) => ({
  isShown: set?.is_shown === 1,
  photographs: rows.map(({ picture, azimuth, elevation }) => ({ picture, azimuth, elevation })),
});
