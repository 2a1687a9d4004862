import { type Refusal, refuse } from '#contract/errors.ts';
import type { CellChange } from '#contract/intake.ts';
import { type IntakeCells, type IntakeField, intakeFields } from '#contract/intake-cells.ts';
import { limits } from '#contract/limits.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { newPiece } from './arrange.ts';
import { isCameraName, pieceNameOf, stemOf, titleOf } from './file-names.ts';
import {
  deleteEmptyPieces,
  insertPiece,
  lockIntake,
  type PictureRow,
  type PieceRow,
  placePicture,
  selectWaitingPictures,
  selectWaitingPieces,
  updatePiece,
} from './intake.queries.ts';

/** Saves typed cells; of two values for one cell the later one stays. Returns the ids of pieces that do not wait any more. */
export function saveCells(shop: Shop, changes: readonly CellChange[]): Promise<{ gone: string[] }> {
  return shop.database.write(async (tx) => {
    await lockIntake(tx);
    const pieces = new Map((await selectWaitingPieces(tx)).map((piece) => [piece.id, piece]));
    const gone: string[] = [];
    for (const [id, ofPiece] of Map.groupBy(changes, ({ pieceId }) => pieceId)) {
      const piece = pieces.get(id);
      const typed = Object.fromEntries(ofPiece.map(({ field, value }) => [field, value]));
      if (piece)
        await updatePiece(tx, id, { cells: { ...piece.cells, ...typed }, is_kept: 1, changed_at: shop.clock() });
      else gone.push(id);
    }
    return { gone };
  });
}

/**
 * Moves photographs to the end of another piece, or to a new one (`pieceId` is null). A piece that loses all its photographs is deleted,
 * and its values fill the empty cells of the other piece. Refused (409): a piece or photographs that do not wait any more, and more
 * pieces than may wait.
 */
export function movePictures(
  shop: Shop,
  pictureIds: readonly string[],
  pieceId: string | null,
): Promise<{ pieceId: string } | Refusal> {
  return shop.database.write(async (tx) => {
    await lockIntake(tx);
    const [pieces, pictures] = [await selectWaitingPieces(tx), await selectWaitingPictures(tx)];
    const moved = [...new Set(pictureIds)].flatMap((id) => pictures.find((picture) => picture.id === id) ?? []);
    if (moved.length < new Set(pictureIds).size) return refuse('intakeMoved');
    const known = pieceId === null ? null : pieces.find(({ id }) => id === pieceId);
    if (known === undefined) return refuse('intakeMoved');
    const target = known ?? newPiece(shop, nameApart(moved, pieces), true);
    if (!known) await insertPiece(tx, target);
    const arriving = moved.filter((picture) => picture.piece_id !== target.id);
    await append(tx, target.id, arriving, pictures);
    const cells = filled(target.cells, emptied(pieces, pictures, arriving));
    const touched = new Set([target.id, ...moved.map(({ piece_id }) => piece_id)]);
    for (const id of touched)
      await updatePiece(tx, id, { is_kept: 1, changed_at: shop.clock(), ...(id === target.id && { cells }) });
    await deleteEmptyPieces(tx);
    const count = (await selectWaitingPieces(tx)).length;
    if (!known && count > limits.intakePieces) return refuse('intakeHasManyPieces', { count: limits.intakePieces });
    return { pieceId: target.id };
  });
}

/** Makes a photograph the main one of its piece. Refused (409): a photograph that does not wait any more. */
export function putPictureFirst(shop: Shop, pictureId: string): Promise<Record<never, never> | Refusal> {
  return shop.database.write(async (tx) => {
    await lockIntake(tx);
    const pictures = await selectWaitingPictures(tx);
    const first = pictures.find(({ id }) => id === pictureId);
    if (!first) return refuse('intakeMoved');
    const others = pictures.filter(({ id, piece_id }) => piece_id === first.piece_id && id !== pictureId);
    for (const [position, { id }] of [first, ...others].entries())
      await placePicture(tx, { id, piece_id: first.piece_id, position });
    await updatePiece(tx, first.piece_id, { is_kept: 1, changed_at: shop.clock() });
    return {};
  });
}

async function append(
  tx: Writer,
  pieceId: string,
  arriving: readonly PictureRow[],
  pictures: readonly PictureRow[],
): Promise<void> {
  const last = Math.max(-1, ...pictures.filter((picture) => picture.piece_id === pieceId).map((row) => row.position));
  for (const [index, { id }] of arriving.entries())
    await placePicture(tx, { id, piece_id: pieceId, position: last + 1 + index });
}

/** The pieces that lose all their photographs. */
function emptied(
  pieces: readonly PieceRow[],
  pictures: readonly PictureRow[],
  leaving: readonly PictureRow[],
): PieceRow[] {
  const gone = new Set(leaving.map(({ id }) => id));
  const left = new Set(pictures.filter(({ id }) => !gone.has(id)).map(({ piece_id }) => piece_id));
  const from = new Set(leaving.map(({ piece_id }) => piece_id));
  return pieces.filter(({ id }) => from.has(id) && !left.has(id));
}

/** The cells of a piece; each empty one has the value of the first of `others` that has one. */
function filled(cells: IntakeCells, others: readonly PieceRow[]): IntakeCells {
  const next: Record<IntakeField, string> = { ...cells };
  for (const field of intakeFields)
    next[field] ||= others.find((other) => other.cells[field] !== '')?.cells[field] ?? '';
  return next;
}

/** The name of the piece that the first file names; empty if it names none, or if a piece that the photographs come from has this name. */
function nameApart(moved: readonly PictureRow[], pieces: readonly PieceRow[]): string {
  const stem = stemOf(moved[0]?.file_name ?? '');
  const name = isCameraName(stem) ? '' : titleOf(pieceNameOf(stem));
  const from = new Set(moved.map(({ piece_id }) => piece_id));
  return pieces.some((piece) => from.has(piece.id) && piece.cells.name === name) ? '' : name;
}
