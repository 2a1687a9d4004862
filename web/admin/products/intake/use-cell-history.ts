import { useRef } from 'react';
import type { CellChange } from '#contract/intake.ts';
import type { Piece } from './pieces.ts';

/** Changes that can be undone. */
const undoSteps = 100;

export interface CellHistory {
  valueAt: (cell: Pick<CellChange, 'pieceId' | 'field'>) => string;
  /** The cell with the focus, with the value that it had before; null if a checkbox has the focus. */
  before: { current: CellChange | null };
  isChanged: () => boolean;
  /** Changes cells in one step that can be undone. */
  change: (changes: readonly CellChange[]) => void;
  /** What was typed in the cell with the focus becomes a step that can be undone. */
  keep: () => void;
  /** Takes the last step off; returns its cells with their earlier values, to be written. Empty if there is none. */
  takeStep: () => readonly CellChange[];
  /** Changes cells without a step. */
  write: (changes: readonly CellChange[]) => void;
}

/** The changes of cells that were made on this page, so that they can be undone. */
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
