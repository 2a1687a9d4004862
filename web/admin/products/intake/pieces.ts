import { t } from '@lingui/core/macro';
import type { CellChange, IntakePiece } from '#contract/intake.ts';
import type { IntakeCells } from '#contract/intake-cells.ts';
import { fieldColumns } from './grid-columns.ts';

/** A piece with its cells as they are typed here, saved or not. */
export interface Piece extends Omit<IntakePiece, 'cells'> {
  cells: IntakeCells;
}

/** What was typed about a piece that others removed, for example 'Piece 3, Carp' and 'Price: 1200'. */
export interface LostCell {
  piece: string;
  typed: string;
}

/** Returns `next`, but with the objects of `before` for unchanged pieces, so that their rows are not rendered again. */
export function withKnown(before: readonly Piece[], next: readonly IntakePiece[]): readonly Piece[] {
  const known = new Map(before.map((piece) => [piece.id, piece]));
  return next.map((piece) => {
    const own = known.get(piece.id);
    return own && JSON.stringify(own) === JSON.stringify(piece) ? own : piece;
  });
}

/** Returns the pieces with the changes. Pieces without a change stay the same objects, too. */
export function withChanges(pieces: readonly Piece[], changes: readonly CellChange[]): readonly Piece[] {
  const byPiece = Map.groupBy(changes, ({ pieceId }) => pieceId);
  return pieces.map((piece) => {
    const changed = byPiece.get(piece.id)?.filter(({ field, value }) => piece.cells[field] !== value) ?? [];
    if (changed.length === 0) return piece;
    return {
      ...piece,
      cells: { ...piece.cells, ...Object.fromEntries(changed.map(({ field, value }) => [field, value])) },
    };
  });
}

/** Describes changes of pieces that others removed before the changes were saved. `shown`: the words for each piece, by its id. */
export function lostCells(shown: ReadonlyMap<string, string>, changes: readonly CellChange[]): LostCell[] {
  return changes.map(({ pieceId, field, value }) => {
    const title = fieldColumns.find((column) => column.field === field)?.title ?? field;
    return { piece: shown.get(pieceId) ?? t`A piece`, typed: value ? `${title}: ${value}` : t`${title}: empty` };
  });
}
