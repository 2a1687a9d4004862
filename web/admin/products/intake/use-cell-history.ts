import { useRef } from 'react';
import type { CellChange } from '#contract/intake.ts';
import type { Piece } from './pieces.ts';

/** How many steps can be undone. */
const undoSteps = 100;

export interface CellHistory {
  valueAt: (cell: Pick<CellChange, 'pieceId' | 'field'>) => string;
  /** The cell with the focus and the value that Esc restores; null if no cell or a checkbox has the focus. */
  before: { current: CellChange | null };
  /** Whether the value of the cell with the focus differs from `before`. */
  isChanged: () => boolean;
  /** Changes cells in one step that can be undone. */
  change: (changes: readonly CellChange[]) => void;
  /** Records what was typed in the cell with the focus as a step that can be undone. Call it when the cell loses the focus. */
  keep: () => void;
  /** Removes the last step and returns its cells with their earlier values, for `write`. Empty if there is no step. */
  takeStep: () => readonly CellChange[];
  /** Changes cells without recording a step. */
  write: (changes: readonly CellChange[]) => void;
}

/** Records the changes of cells that are made on this page, so that they can be undone. */
export function useCellHistory(
  pieces: readonly Piece[],
  setCells: (changes: readonly CellChange[]) => void,
): CellHistory {
  const before = useRef<CellChange | null>(null);
  const steps = useRef<(readonly CellChange[])[]>([]);
  const valueAt = ({ pieceId, field }: Pick<CellChange, 'pieceId' | 'field'>) =>
    pieces.find(({ id }) => id === pieceId)?.cells[field] ?? '';
  const isChanged = () => before.current !== null && before.current.value !== valueAt(before.current);
  const record = (earlier: readonly CellChange[]) => {
    if (earlier.length > 0) steps.current = [...steps.current, earlier].slice(-undoSteps);
  };
  const write = (changes: readonly CellChange[]) => {
    setCells(changes);
    const focused = before.current;
    const own = changes.find(({ pieceId, field }) => pieceId === focused?.pieceId && field === focused.field);
    if (own) before.current = own;
  };
  return {
    valueAt,
    before,
    isChanged,
    change(changes) {
      record(changes.map(({ pieceId, field }) => ({ pieceId, field, value: valueAt({ pieceId, field }) })));
      write(changes);
    },
    keep() {
      if (before.current && isChanged()) record([before.current]);
      before.current = null;
    },
    takeStep() {
      const step = steps.current.at(-1) ?? [];
      steps.current = steps.current.slice(0, -1);
      return step;
    },
    write,
  };
}
