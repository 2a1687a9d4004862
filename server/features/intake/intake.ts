// The photographs and pieces that wait, as the panel shows them (docs/behaviour/intake.md, decision 0056).
import type { IntakePicture, IntakePiece } from '#contract/intake.ts';
import { durations } from '#contract/limits.ts';
import { picturesByHash, type StoredPicture } from '#server/features/media/media.ts';
import type { Shop } from '#server/shop.ts';
import { groupsOf } from './arrange.ts';
import {
  countThumbnails,
  type PictureRow,
  selectOldestWaiting,
  selectVersion,
  selectWaitingPictures,
  selectWaitingPieces,
} from './intake.queries.ts';

export { createIntakeCleaning } from './removal.ts';

interface Intake {
  version: string;
  /** Null if the caller has seen this version. */
  pieces: IntakePiece[] | null;
  /** When the piece that is removed first is removed; null if nothing waits. */
  keptUntil: string | null;
}

/** The pieces that wait, in the order of their folders and files. `seen` is the version that the caller has. */
export async function findIntake(shop: Shop, seen: string | undefined): Promise<Intake> {
  const { read } = shop.database;
  // The version is read before the rows, so that no change in between counts as seen.
  const version = `${await selectVersion(read)}-${await countThumbnails(read)}`;
  const oldest = await selectOldestWaiting(read);
  const keptUntil = oldest === null ? null : new Date(oldest + durations.intake).toISOString();
  if (seen === version) return { version, pieces: null, keptUntil };
  const pieces = await selectWaitingPieces(read);
  const pictures = await selectWaitingPictures(read);
  const stored = new Map(
    (
      await picturesByHash(
        read,
        pictures.map(({ hash }) => hash),
      )
    ).map((picture) => [picture.hash, picture]),
  );
  const places = new Map(
    groupsOf(pictures)
      .flatMap(({ ids }) => ids)
      .map((id, place) => [id, place]),
  );
  const byPiece = Map.groupBy(pictures, (picture) => picture.piece_id);
  const shown = pieces.map(({ id, cells }) => {
    const own = byPiece.get(id) ?? [];
    const place = Math.min(...own.map((picture) => places.get(picture.id) ?? 0));
    return { place, piece: { id, cells, pictures: own.map((picture) => presentPicture(picture, stored)) } };
  });
  return {
    version,
    pieces: shown.toSorted((one, other) => one.place - other.place).map(({ piece }) => piece),
    keptUntil,
  };
}

function presentPicture(
  { id, file_name, folder, hash }: PictureRow,
  stored: ReadonlyMap<string, StoredPicture>,
): IntakePicture {
  const picture = stored.get(hash);
  // The variants are sorted by width, the narrowest first.
  const thumbnail = picture?.variants.find(({ type }) => type === 'image/webp')?.url ?? null;
  return { id, fileName: file_name, folder, thumbnail, placeholder: picture?.placeholder ?? '' };
}
