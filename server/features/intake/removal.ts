import { durations, limits } from '#contract/limits.ts';
import { picturesInListings } from '#server/features/catalog/catalog.ts';
import { deletePictures, picturesByHash, type StoredPicture } from '#server/features/media/media.ts';
import { dueKey } from '#server/platform/concurrency/failed-work.ts';
import { createWorkQueue, lateLog, type WorkQueue } from '#server/platform/concurrency/work-queue.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import {
  deleteEmptyPieces,
  deletePictureRows,
  deletePiece,
  lockIntake,
  selectOldest,
  selectPicturesOfPiece,
  selectPiece,
  selectWaitingPictures,
} from './intake.queries.ts';

/** Removes each piece from the intake `durations.intake` after its last change, whether it waits or has become a draft. */
export function createIntakeCleaning(shopOf: () => Shop): WorkQueue {
  const dueAt = (piece: { changed_at: number } | null) => piece && piece.changed_at + durations.intake;
  return createWorkQueue({
    claimNext: async (resting) => {
      const next = await selectOldest(shopOf().database.read, resting);
      return next && next.changed_at + durations.intake <= shopOf().clock() ? next : undefined;
    },
    work: ({ id }) => removeOldPiece(shopOf(), id),
    nextDue: async (resting) => dueAt(await selectOldest(shopOf().database.read, resting)),
    maxAtOnce: 1,
    unclaimed: {
      name: 'intake',
      keyOf: ({ id, changed_at }) => dueKey(id, changed_at),
      database: () => shopOf().database,
    },
    clock: () => shopOf().clock(),
    log: lateLog(shopOf),
    failure: 'old photographs of the intake could not be removed; it will be retried',
  });
}

async function removeOldPiece(shop: Shop, pieceId: string): Promise<void> {
  const hashes = (await selectPicturesOfPiece(shop.database.read, pieceId)).map(({ hash }) => hash);
  const candidates = await picturesByHash(shop.database.read, hashes);
  await shop.media.removePictures(candidates, async (tx) => {
    await lockIntake(tx);
    const piece = await selectPiece(tx, pieceId);
    // Another process may have removed it, or somebody may have changed it.
    if (!piece || piece.changed_at + durations.intake > shop.clock()) return [];
    const leaving = (await selectPicturesOfPiece(tx, pieceId)).map(({ hash }) => hash);
    await deletePiece(tx, pieceId);
    return deleteUnused(tx, candidates, leaving);
  });
}

/** Removes photographs that wait; unknown ids have no effect. Pieces that are left without photographs are deleted. */
export async function removePhotographs(shop: Shop, pictureIds: readonly string[]): Promise<{ removed: number }> {
  let removed = 0;
  // In parts, because each transaction looks for the addresses of its pictures in all listings.
  for (let start = 0; start < pictureIds.length; start += limits.imagesPerListing) {
    const ids = new Set(pictureIds.slice(start, start + limits.imagesPerListing));
    const waiting = (await selectWaitingPictures(shop.database.read)).filter(({ id }) => ids.has(id));
    const candidates = await picturesByHash(
      shop.database.read,
      waiting.map(({ hash }) => hash),
    );
    let count = 0;
    await shop.media.removePictures(candidates, async (tx) => {
      await lockIntake(tx);
      const leaving = (await selectWaitingPictures(tx)).filter(({ id }) => ids.has(id));
      await deletePictureRows(
        tx,
        leaving.map(({ id }) => id),
      );
      await deleteEmptyPieces(tx);
      count = leaving.length;
      return deleteUnused(
        tx,
        candidates,
        leaving.map(({ hash }) => hash),
      );
    });
    removed += count;
  }
  return { removed };
}

/** Deletes the rows of those pictures that nothing but the intake uses; returns these rows. */
async function deleteUnused(
  tx: Writer,
  candidates: readonly StoredPicture[],
  leaving: readonly string[],
): Promise<StoredPicture[]> {
  const own = (await picturesByHash(tx, leaving)).filter((picture) => picture.in_intake === 1);
  // Somebody may have typed the address of such a picture into the form of a listing.
  const used = new Set(
    await picturesInListings(
      tx,
      own.map(({ url }) => url),
    ),
  );
  const noted = new Set(candidates.map(({ hash }) => hash));
  const unused = own.filter(({ hash, url }) => noted.has(hash) && !used.has(url));
  await deletePictures(tx, unused);
  return unused;
}
