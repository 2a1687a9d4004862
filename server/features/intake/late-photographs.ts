import { isRefusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { findChosenNames } from '#server/features/artists/artists.ts';
import { changeListing, lockListings, recordOf } from '#server/features/catalog/catalog.ts';
import { keepAfterIntake, picturesByHash } from '#server/features/media/media.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { groupsOf } from './arrange.ts';
import {
  insertPicture,
  type PictureRow,
  selectPicturesOfDrafts,
  selectWaitingPictures,
  updatePiece,
} from './intake.queries.ts';

/**
 * Adds a photograph that has just arrived to the draft that its piece became, at the end, and returns the id of the draft. Writes nothing
 * and returns null if its piece waits, is new or no draft any more, or has as many pictures as it may have.
 */
export async function addToDraft(tx: Writer, shop: Shop, adminId: string, picture: PictureRow): Promise<string | null> {
  const neighbour = await neighbourInDraft(tx, picture);
  if (!neighbour) return null;
  const { piece_id, listing_id } = neighbour;
  const [row] = await lockListings(tx, [listing_id]);
  const listing = row && recordOf(row);
  if (listing?.visibility !== 'draft' || listing.images.length >= limits.imagesPerListing) return null;
  const [stored] = await picturesByHash(tx, [picture.hash]);
  if (!stored) throw new Error('the photograph that arrived is not stored');
  const images = [...new Set([...listing.images.map(({ url }) => url), stored.url])];
  const changed = await changeListing(
    tx,
    shop,
    listing,
    { images },
    // The listing is a draft before and after, so nobody pays its price, and it is offered to nobody.
    {
      adminId,
      maySetPrices: false,
      action: 'product updated',
      findChosenNames,
      offerBack: () => Promise.resolve(),
    },
  );
  if (isRefusal(changed)) return null;
  await insertPicture(tx, { ...picture, piece_id, position: neighbour.end });
  await updatePiece(tx, piece_id, { changed_at: shop.clock() });
  await keepAfterIntake(tx, [picture.hash]);
  return listing_id;
}

/**
 * The piece of the photograph before this one in its group, or else of the one after it, if that piece became a draft. `end` is the
 * position after its last photograph.
 */
async function neighbourInDraft(
  tx: Writer,
  picture: PictureRow,
): Promise<{ piece_id: string; listing_id: string; end: number } | null> {
  const ofDrafts = await selectPicturesOfDrafts(tx, picture.folder);
  if (ofDrafts.length === 0) return null;
  const groups = groupsOf([...(await selectWaitingPictures(tx)), ...ofDrafts, picture]);
  const ids = groups.find((group) => group.ids.includes(picture.id))?.ids ?? [];
  const at = ids.indexOf(picture.id);
  const neighbourId = ids[at - 1] ?? ids[at + 1];
  const neighbour = ofDrafts.find(({ id }) => id === neighbourId);
  if (!neighbour) return null;
  const positions = ofDrafts.filter(({ piece_id }) => piece_id === neighbour.piece_id).map(({ position }) => position);
  return { ...neighbour, end: Math.max(...positions) + 1 };
}
