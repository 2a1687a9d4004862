import type { z } from 'zod';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { intakeEndpoints } from '#contract/intake.ts';
import { limits } from '#contract/limits.ts';
import { findListingNames } from '#server/features/catalog/catalog.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { UploadedFile } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { arrange, newPiece } from './arrange.ts';
import {
  countWaitingPictures,
  deletePiece,
  insertPicture,
  insertPiece,
  lockIntake,
  selectFiles,
  selectPieceOfHash,
  selectWaitingPieces,
} from './intake.queries.ts';

type SentFile = z.output<typeof intakeEndpoints.findMissingFiles.body>['files'][number];

/**
 * The positions of those files that have not arrived within the last days, by name, folder, size and time. Those of a draft that was
 * deleted are missing.
 */
export async function findMissingFiles(shop: Shop, files: readonly SentFile[]): Promise<number[]> {
  const names = [...new Set(files.map(({ name }) => name))];
  const arrived = await selectFiles(shop.database.read, names);
  const drafts = await findListingNames(
    shop.database.read,
    arrived.flatMap(({ listing_id }) => listing_id ?? []),
  );
  const existing = new Set(drafts.map(({ id }) => id));
  const there = arrived.filter(({ listing_id }) => listing_id === null || existing.has(listing_id));
  const known = new Set(there.map((row) => keyOf({ ...row, name: row.file_name, modifiedAt: row.modified_at })));
  return files.flatMap((file, position) => (known.has(keyOf(file)) ? [] : [position]));
}

const keyOf = ({ name, folder, size, modifiedAt }: SentFile) => JSON.stringify([name, folder, size, modifiedAt]);

/**
 * Stores a photograph and groups it with those that wait. One with the same content as an earlier one changes nothing. Refused: no
 * picture (415), one that is too large (413), more photographs or pieces than may wait (409).
 */
export async function receivePhotograph(
  shop: Shop,
  file: UploadedFile,
  sent: Omit<SentFile, 'size'>,
): Promise<{ isNew: boolean } | Refusal> {
  const full = await refuseMore(shop.database.read);
  if (full) return full;
  let isNew = false;
  try {
    const kept = await shop.media.keepPictures([file], {
      isForIntake: true,
      alongside: async (tx, [picture]) => {
        if (!picture) return;
        await lockIntake(tx);
        isNew = !(await isThere(tx, picture.hash));
        if (isNew) await insert(tx, shop, { ...sent, ...picture, size: file.size });
      },
    });
    return isRefusal(kept) ? kept : { isNew };
  } catch (error) {
    if (error instanceof IntakeFull) return error.refusal;
    throw error;
  }
}

/** Whether a photograph with this content waits or is one of a draft. A piece whose draft was deleted goes. */
async function isThere(tx: Writer, hash: string): Promise<boolean> {
  const piece = await selectPieceOfHash(tx, hash);
  if (!piece) return false;
  if (piece.listing_id === null || (await findListingNames(tx, [piece.listing_id])).length > 0) return true;
  await deletePiece(tx, piece.id);
  return false;
}

interface Arrival extends SentFile {
  hash: string;
  takenAt: number | null;
}

async function insert(
  tx: Writer,
  shop: Shop,
  { hash, takenAt, name, folder, size, modifiedAt }: Arrival,
): Promise<void> {
  const full = await refuseMore(tx);
  if (full) throw new IntakeFull(full);
  const piece = newPiece(shop, '', false);
  await insertPiece(tx, piece);
  await insertPicture(tx, {
    ...{ id: shop.randomBytes(12).toString('hex'), piece_id: piece.id, position: 0, hash },
    ...{ file_name: name, folder, size, modified_at: modifiedAt, taken_at: takenAt },
  });
  await arrange(tx, shop, piece);
  if ((await selectWaitingPieces(tx)).length > limits.intakePieces)
    throw new IntakeFull(refuse('intakeHasManyPieces', { count: limits.intakePieces }));
}

async function refuseMore(reader: Parameters<typeof countWaitingPictures>[0]): Promise<Refusal | null> {
  const count = limits.intakePictures;
  return (await countWaitingPictures(reader)) < count
    ? null
    : refuse('intakeFull', { count: count.toLocaleString('en-US') });
}

/** Thrown, because the picture must not be stored either. */
class IntakeFull extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
