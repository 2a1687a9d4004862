import { emptyCells } from '#contract/intake-cells.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { type FittedGroup, fitGroups } from './fit-groups.ts';
import { groupPhotographs, type PhotographGroup } from './group-photographs.ts';
import {
  deleteEmptyPieces,
  insertPiece,
  type PictureRow,
  type PieceRow,
  placePicture,
  selectWaitingPictures,
  selectWaitingPieces,
  updatePiece,
} from './intake.queries.ts';

/** Groups these photographs into pieces. The order of the groups is that of the pieces in the grid. */
export function groupsOf(pictures: readonly PictureRow[]): PhotographGroup[] {
  return groupPhotographs(
    pictures.map(({ id, file_name, folder, taken_at, modified_at }) => ({
      id,
      fileName: file_name,
      folder,
      takenAt: taken_at ?? modified_at,
    })),
  );
}

/** The row of a new piece, not stored yet. `isKept`: whether the grouping leaves its photographs where they are. */
export function newPiece(shop: Shop, name: string, isKept: boolean): PieceRow {
  const now = shop.clock();
  return {
    id: shop.randomBytes(12).toString('hex'),
    cells: { ...emptyCells, name },
    is_kept: isKept ? 1 : 0,
    listing_id: null,
    created_at: now,
    changed_at: now,
  };
}

/**
 * Groups the photographs that wait again, after one arrived and got a piece of its own, `arrivedIn`. Pieces that somebody has changed lose
 * no photograph, but may get more.
 */
export async function arrange(tx: Writer, shop: Shop, arrivedIn: PieceRow): Promise<void> {
  const [pieces, pictures] = [await selectWaitingPieces(tx), await selectWaitingPictures(tx)];
  const byId = new Map(pieces.map((piece) => [piece.id, piece]));
  const placed = pictures.map(({ id, piece_id }) => ({
    id,
    pieceId: piece_id === arrivedIn.id ? null : piece_id,
    isKept: byId.get(piece_id)?.is_kept === 1,
  }));
  let free: PieceRow | null = arrivedIn;
  for (const group of fitGroups(groupsOf(pictures), placed)) {
    let piece = group.pieceId === null ? free : (byId.get(group.pieceId) ?? null);
    if (group.pieceId === null) free = null;
    if (!piece) {
      piece = newPiece(shop, group.name, false);
      await insertPiece(tx, piece);
    }
    await fill(tx, shop, piece, group, pictures);
  }
  await deleteEmptyPieces(tx);
}

/** Gives a piece the photographs of a group and, if nobody has changed the piece, the name of the group. */
async function fill(
  tx: Writer,
  shop: Shop,
  piece: PieceRow,
  { isKept, name, ids }: FittedGroup,
  pictures: readonly PictureRow[],
): Promise<void> {
  const known = new Map(pictures.map((picture) => [picture.id, picture]));
  const there = pictures.filter((picture) => picture.piece_id === piece.id);
  const start = isKept ? Math.max(-1, ...there.map(({ position }) => position)) + 1 : 0;
  let isChanged = false;
  for (const [index, id] of ids.entries()) {
    const [before, position] = [known.get(id), start + index];
    if (before?.piece_id !== piece.id) isChanged = true;
    if (before?.piece_id !== piece.id || before.position !== position)
      await placePicture(tx, { id, piece_id: piece.id, position });
  }
  const isRenamed = !isKept && piece.cells.name !== name;
  if (!isChanged && !isRenamed) return;
  await updatePiece(tx, piece.id, {
    changed_at: shop.clock(),
    ...(isRenamed && { cells: { ...piece.cells, name } }),
  });
}
