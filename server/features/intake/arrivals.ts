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
import { addToDraft } from './late-photographs.ts';

type SentFile = z.output<typeof intakeEndpoints.findMissingFiles.body>['files'][number];

/**
 * The positions in `files` of those that have not arrived, by name, folder, size and time. A file of a draft that was deleted counts as
 * missing, so that it is sent again.
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
 * Stores a photograph and groups it with those that wait, or adds it to the draft of its piece. One with the same content as an earlier
 * one changes nothing. Refused: a file that is not a picture (415) or too large (413), more photographs or pieces than may wait (409).
 */
export async function receivePhotograph(
  shop: Shop,
  adminId: string,
  file: UploadedFile,
  sent: Omit<SentFile, 'size'>,
): Promise<{ isNew: boolean; draftId: string | null } | Refusal> {
  const full = await refuseFull(shop.database.read);
  if (full) return full;
  let isNew = false;
  let draftId: string | null = null;
  try {
    const kept = await shop.media.keepPictures([file], {
      isForIntake: true,
      alongside: async (tx, [picture]) => {
        if (!picture) return;
        await lockIntake(tx);
        isNew = !(await isKnown(tx, picture.hash));
        draftId = isNew ? await insert(tx, shop, adminId, { ...sent, ...picture, size: file.size }) : null;
      },
    });
    return isRefusal(kept) ? kept : { isNew, draftId };
  } catch (error) {
    if (error instanceof IntakeFull) return error.refusal;
    throw error;
  }
}

/** Whether a photograph with this content waits or belongs to a listing. If that listing was deleted, deletes its piece of the intake. */
async function isKnown(tx: Writer, hash: string): Promise<boolean> {
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

/** Adds a photograph to the draft of its piece and returns the id of the draft, or lets it wait and returns null. Throws IntakeFull. */
async function insert(
  tx: Writer,
  shop: Shop,
  adminId: string,
  { hash, takenAt, name, folder, size, modifiedAt }: Arrival,
): Promise<string | null> {
  const full = await refuseFull(tx);
  if (full) throw new IntakeFull(full);
  const piece = newPiece(shop, '', false);
  const picture = {
    id: shop.randomBytes(12).toString('hex'),
    piece_id: piece.id,
    position: 0,
    hash,
    file_name: name,
    folder,
    size,
    modified_at: modifiedAt,
    taken_at: takenAt,
  };
  const draftId = await addToDraft(tx, shop, adminId, picture);
  if (draftId !== null) return draftId;
  await insertPiece(tx, piece);
  await insertPicture(tx, picture);
  await arrange(tx, shop, piece);
  if ((await selectWaitingPieces(tx)).length > limits.intakePieces)
    throw new IntakeFull(refuse('intakeHasManyPieces', { count: limits.intakePieces }));
  return null;
}

async function refuseFull(reader: Parameters<typeof countWaitingPictures>[0]): Promise<Refusal | null> {
  const count = limits.intakePictures;
  return (await countWaitingPictures(reader)) < count
    ? null
    : refuse('intakeFull', { count: count.toLocaleString('en-US') });
}

/** Thrown to roll back the transaction of `keepPictures`, so that the picture is not stored. */
class IntakeFull extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
