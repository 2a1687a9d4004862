import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { countDemoUsers, lockForDemo, removeDemoUsers, type UserRow } from '#server/features/accounts/accounts.ts';
import { picturesOfArtists, removeDemoArtists } from '#server/features/artists/artists.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import {
  countDemoListings,
  demoListingIds,
  lockDemoListings,
  picturesInListings,
  removeListings,
} from '#server/features/catalog/catalog.ts';
import { deleteCertificatesOf } from '#server/features/certificates/certificates.ts';
import { deleteReportsOf, picturesInReports } from '#server/features/condition-reports/condition-reports.ts';
import { picturesOnHomePage } from '#server/features/home/home.ts';
import { picturesInLights } from '#server/features/lights/lights.ts';
import { deletePictures, demoPictures, type StoredPicture } from '#server/features/media/media.ts';
import {
  buyersCheckingOut,
  countDemoOrders,
  deleteDemoOrders,
  endPendingCheckouts,
  picturesInOrders,
} from '#server/features/orders/orders.ts';
import { removeScansOf } from '#server/features/scans/scans.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { removeDemoRoom } from './demo-room.ts';

export interface DemoCounts {
  listings: number;
  users: number;
  orders: number;
}

/** Stands for the admin in the audit entry of `./lacquer demo:remove`. */
const commandLine = 'command-line';

/** Counts the demo rows that are still in the shop. */
export async function countDemo(reader: Reader): Promise<DemoCounts> {
  return {
    listings: await countDemoListings(reader),
    users: await countDemoUsers(reader),
    orders: await countDemoOrders(reader),
  };
}

/**
 * Removes the demo, and nothing else, in one transaction; returns the counts of removed rows. Repeating it changes nothing.
 *
 * Also removes demo listings that an admin has edited, or that are in carts, held or in a pending checkout; such checkouts end.
 * Orders of real customers stay, with their snapshots, invoices and pictures. Refused: the caller is no longer an owner (403), or
 * all owners belong to the demo (409). `ownerId` is null for the command line.
 */
export async function removeDemo(shop: Shop, ownerId: string | null): Promise<DemoCounts | Refusal> {
  const removal = await shop.database.write(async (tx) => {
    const listingIds = await demoListingIds(tx);
    const people = await lockForDemo(tx, await buyersCheckingOut(tx, listingIds));
    const refused = refuseRemoval(people, ownerId);
    if (refused) return refused;

    await endCheckouts(tx, shop, listingIds);
    const orders = await deleteDemoOrders(tx);
    const listings = await lockDemoListings(tx);
    // Again, for checkouts that began before the listings were locked.
    await endCheckouts(tx, shop, listingIds);
    await removeDemoRoom(tx);
    await deleteCertificatesOf(tx, listingIds);
    await deleteReportsOf(tx, listingIds);
    await removeScansOf(tx, shop, listingIds);
    await removeListings(tx, listings);
    const artists = await removeDemoArtists(tx);
    const users = await removeDemoUsers(tx, shop, people);
    const pictures = await removePictures(tx);

    const removed = { listings: listings.length, users, orders };
    if (listings.length + users + orders + artists === 0) return { removed, pictures };
    const change = { action: 'demo removed', subject: 'demo', before: removed, after: null };
    await recordChange(tx, shop, { adminId: ownerId ?? commandLine, ...change });
    tx.raiseRevision();
    return { removed, pictures };
  });
  if (isRefusal(removal)) return removal;
  await shop.media
    .removeFiles(removal.pictures)
    .catch((error: unknown) => shop.log.warn({ err: error }, 'the files of the demo pictures could not be deleted'));
  return removal.removed;
}

function refuseRemoval(people: readonly UserRow[], ownerId: string | null): Refusal | null {
  const owners = people.filter((person) => person.role === 'owner');
  if (ownerId !== null && !owners.some((owner) => owner.id === ownerId)) return refuse('roleNeeded');
  return owners.length > 0 && owners.every((owner) => owner.is_demo === 1) ? refuse('lastOwner') : null;
}

async function endCheckouts(tx: Writer, shop: Shop, listingIds: readonly string[]): Promise<void> {
  for (const userId of await buyersCheckingOut(tx, listingIds)) await endPendingCheckouts(tx, shop, { userId });
}

/**
 * Deletes the demo pictures that are used by no listing, order, artist, condition report or light set and not by the home page. Returns
 * them; the caller deletes their files after the commit.
 */
async function removePictures(tx: Writer): Promise<StoredPicture[]> {
  const pictures = await demoPictures(tx);
  const urls = pictures.map((picture) => picture.url);
  const shown = new Set([
    ...(await picturesInListings(tx, urls)),
    ...(await picturesInOrders(tx, urls)),
    ...(await picturesOnHomePage(tx)),
    ...(await picturesOfArtists(tx)),
    ...(await picturesInReports(tx)),
    ...(await picturesInLights(tx)),
  ]);
  const unused = pictures.filter((picture) => !shown.has(picture.url));
  await deletePictures(tx, unused);
  return unused;
}
