import type { AdminListing } from '#contract/catalog.ts';
import type { EditedCloseLook, WrittenCloseLook } from '#contract/close-look.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { findListingAsAdmin, lockListings, recordOf } from '#server/features/catalog/catalog.ts';
import { storedPictures } from '#server/features/media/media.ts';
import type { CloseLooksTable } from '#server/platform/database/close-look-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { deleteCloseLook, selectCloseLook, upsertCloseLook } from './close-look.queries.ts';
import { findLookedAt } from './close-look.ts';
import { presentWritten } from './present-close-look.ts';

/** An admin, the listing, and the version that this admin has read. */
interface Change {
  adminId: string;
  listingId: string;
  version: number;
}

/** What staff has written about a listing. Refused (404): an unknown listing. */
export async function findEditedCloseLook(shop: Shop, listingId: string): Promise<EditedCloseLook | Refusal> {
  const listing = await findListingAsAdmin(shop, listingId);
  return isRefusal(listing) ? listing : present(shop.database.read, listing);
}

/**
 * Replaces the close look of a listing (docs/behaviour/close-look.md, 20 to 23). Refused: an unknown listing (404), a version that
 * is not the stored one (409), a picture that the listing does not have or the shop does not store (400).
 */
export function writeCloseLook(
  shop: Shop,
  change: Change,
  written: WrittenCloseLook,
): Promise<EditedCloseLook | Refusal> {
  return edit(shop, change, async (tx, stored, pictures) => {
    const { picture, box, details } = written;
    if (!pictures.includes(picture) || (await storedPictures(tx, [picture])).size === 0) return refusePicture();
    await upsertCloseLook(tx, {
      listing_id: change.listingId,
      picture,
      details: JSON.stringify(details),
      box: box && JSON.stringify(box),
      // This is also the version: it increases even if the clock was set back.
      changed_at: Math.max(shop.clock(), (stored?.changed_at ?? 0) + 1),
    });
    return written;
  });
}

/** Removes the close look of a listing. Refused: an unknown listing (404), a version that is not the stored one (409). */
export function removeCloseLook(shop: Shop, change: Change): Promise<EditedCloseLook | Refusal> {
  return edit(shop, change, async (tx) => {
    await deleteCloseLook(tx, change.listingId);
    return null;
  });
}

/** Makes a change to what is stored, and returns what is stored then. `pictures`: the addresses of the listing's pictures. */
type Edit = (
  tx: Writer,
  stored: CloseLooksTable | undefined,
  pictures: readonly string[],
) => Promise<WrittenCloseLook | null | Refusal>;

async function edit(shop: Shop, change: Change, apply: Edit): Promise<EditedCloseLook | Refusal> {
  const { adminId, listingId, version } = change;
  const refused = await shop.database.write(async (tx) => {
    const [listing] = await lockListings(tx, [listingId]);
    if (!listing) return refuse('listingNotFound');
    const stored = await selectCloseLook(tx, listingId);
    if ((stored?.changed_at ?? 0) !== version) return refuse('closeLookChanged');
    const pictures = recordOf(listing).images.map(({ url }) => url);
    const after = await apply(tx, stored, pictures);
    if (after !== null && isRefusal(after)) return after;
    const before = stored ? presentWritten(stored) : null;
    if (before === null && after === null) return null;
    const action = after ? 'details of the viewer changed' : 'details of the viewer removed';
    await recordChange(tx, shop, { adminId, action, subject: listingId, before, after });
    tx.raiseRevision();
    return null;
  });
  return refused ?? findEditedCloseLook(shop, listingId);
}

async function present(reader: Reader, listing: AdminListing): Promise<EditedCloseLook> {
  const { id, name, widthCm, heightCm, visibility, imageSet } = listing;
  const stored = await selectCloseLook(reader, id);
  return {
    listing: { id, name, widthCm, heightCm, isPublic: visibility === undefined },
    pictures: imageSet.filter(({ width }) => width > 0),
    look: stored ? presentWritten(stored) : null,
    lookedAt: (await findLookedAt(reader, listing))?.url ?? null,
    version: stored?.changed_at ?? 0,
  };
}

function refusePicture(): Refusal {
  const message = 'This picture is not one of the stored pictures of the piece. Please choose another one';
  return { ...refuse('invalidInput', {}, { issues: [{ path: 'picture', message }] }), message };
}
