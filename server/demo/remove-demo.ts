import { type Refusal, refuse } from '#contract/errors.ts';
import { countDemoUsers, lockForDemo, removeDemoUsers, type UserRow } from '#server/accounts/accounts.ts';
import { recordChange } from '#server/audit/audit.ts';
import {
  countDemoListings,
  demoListingIds,
  lockDemoListings,
  picturesInListings,
  removeListings,
} from '#server/catalog/catalog.ts';
import type { Reader, Writer } from '#server/database/database.ts';
import { raiseRevision } from '#server/database/revision.ts';
import { deletePictures, demoPictures } from '#server/media/media.ts';
import type { StoredPicture } from '#server/media/media-store.ts';
import {
  buyersWaitingFor,
  countDemoOrders,
  deleteDemoOrders,
  endPendingCheckouts,
  picturesInOrders,
} from '#server/orders/orders.ts';
import type { Shop } from '#server/shop.ts';

export interface DemoCounts {
  listings: number;
  users: number;
  orders: number;
}

/** Who took the demo away, in the audit, when it was `npm run demo:remove`. */
const commandLine = 'command-line';

/** How much of the demo is still in the shop. */
export async function countDemo(reader: Reader): Promise<DemoCounts> {
  return {
    listings: await countDemoListings(reader),
    users: await countDemoUsers(reader),
    orders: await countDemoOrders(reader),
  };
}

/**
 * Takes all of the demo away, and nothing else, in one transaction; answers how much it was. Repeating it changes nothing.
 *
 * A piece of the demo goes though the owner has edited it, and though somebody has it in the cart or on hold; the checkout that
 * waits with it ends. What a real customer bought stays bought: the order keeps its snapshot, its invoice and its pictures.
 * Refused: 403 when the admin's rights went in this very moment, 409 when only customers of the demo would have been admins.
 * `adminId` null: somebody at the shop's own machine.
 */
export async function removeDemo(shop: Shop, adminId: string | null): Promise<DemoCounts | Refusal> {
  const removal = await shop.database.write(async (tx) => {
    const pieces = await demoListingIds(tx);
    const people = await lockForDemo(tx, await buyersWaitingFor(tx, pieces));
    const refused = refuseRemoval(people, adminId);
    if (refused) return refused;

    await endCheckouts(shop, tx, pieces);
    const orders = await deleteDemoOrders(tx);
    const listings = await lockDemoListings(tx);
    // Once more, for those who came just before the pieces were locked.
    await endCheckouts(shop, tx, pieces);
    await removeListings(shop, tx, listings);
    const users = await removeDemoUsers(shop, tx, people);
    const pictures = await removePictures(tx);

    const removed = { listings: listings.length, users, orders };
    if (listings.length + users + orders === 0) return { removed, pictures };
    const change = { action: 'demo removed', subject: 'demo', before: removed, after: null };
    await recordChange(tx, shop, { adminId: adminId ?? commandLine, ...change });
    await raiseRevision(tx);
    return { removed, pictures };
  });
  if ('refused' in removal) return removal;
  await shop.media
    .removeFiles(removal.pictures)
    .catch((error: unknown) => shop.log.warn({ err: error }, 'files of the demo’s pictures stay'));
  return removal.removed;
}

function refuseRemoval(people: readonly UserRow[], adminId: string | null): Refusal | null {
  const admins = people.filter((person) => person.is_admin === 1);
  if (adminId !== null && !admins.some((admin) => admin.id === adminId)) return refuse('adminNeeded');
  return admins.length > 0 && admins.every((admin) => admin.is_demo === 1) ? refuse('lastAdmin') : null;
}

async function endCheckouts(shop: Shop, tx: Writer, pieces: readonly string[]): Promise<void> {
  for (const buyerId of await buyersWaitingFor(tx, pieces)) await endPendingCheckouts(shop, tx, buyerId);
}

/** Those that no listing and no order shows any more; their files go once this is committed. */
async function removePictures(tx: Writer): Promise<StoredPicture[]> {
  const pictures = await demoPictures(tx);
  const urls = pictures.map((picture) => picture.url);
  const shown = new Set([...(await picturesInListings(tx, urls)), ...(await picturesInOrders(tx, urls))]);
  const unused = pictures.filter((picture) => !shown.has(picture.url));
  await deletePictures(tx, unused);
  return unused;
}
