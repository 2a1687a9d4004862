import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { IntakeField } from '#contract/intake-cells.ts';
import type { CellChange } from './cell-saver.ts';
import { type GridColumn, gridColumns, type Place, placeAfter } from './grid-columns.ts';
import { cellsOfText } from './pasted-cells.ts';
import type { Piece } from './use-intake.ts';

/** Changes that can be undone. */
const undoSteps = 100;

/**
 * The keys of the grid. A cell that got the focus by a key is selected as a whole: arrows move, and what is typed replaces it. After F2, a
 * click or typing it is edited, and arrows move the caret.
 */
export function useGrid(pieces: readonly Piece[], setCells: (changes: readonly CellChange[]) => void) {
  const [active, setActive] = useState<{ pieceId: string; column: GridColumn } | null>(null);
  const [words, setWords] = useState('');
  const grid = useRef<HTMLTableElement>(null);
  const isEditing = useRef(false);
  /** The cell with the focus as it was before. */
  const before = useRef<CellChange | null>(null);
  const undo = useRef<(readonly CellChange[])[]>([]);

  const rowOf = (pieceId: string) => pieces.findIndex(({ id }) => id === pieceId);
  const valueAt = ({ pieceId, field }: Pick<CellChange, 'pieceId' | 'field'>) =>
    pieces[rowOf(pieceId)]?.cells[field] ?? '';

  function record(earlier: readonly CellChange[]) {
    if (earlier.length > 0) undo.current = [...undo.current, earlier].slice(-undoSteps);
  }

  /** Changes cells in one step that can be undone. */
  function change(changes: readonly CellChange[]) {
    record(changes.map(({ pieceId, field }) => ({ pieceId, field, value: valueAt({ pieceId, field }) })));
    setCells(changes);
    const own = changes.find(
      ({ pieceId, field }) => before.current?.pieceId === pieceId && before.current.field === field,
    );
    if (own) before.current = own;
  }

  function focus({ row, column }: Place) {
    isEditing.current = false;
    const cell = grid.current?.querySelector<HTMLInputElement>(
      `[data-row="${pieces[row]?.id}"][data-column="${gridColumns[column]}"]`,
    );
    cell?.focus();
    if (cell?.type !== 'checkbox') cell?.select();
  }

  function takeBack() {
    const step = undo.current.at(-1);
    if (!step) return setWords('There is nothing to undo.');
    undo.current = undo.current.slice(0, -1);
    setCells(step);
    const [first] = step;
    setWords(step.length === 1 ? 'One change undone.' : `${step.length} changes undone.`);
    if (first) focus({ row: rowOf(first.pieceId), column: gridColumns.indexOf(first.field) });
    before.current = first ?? null;
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const place = placeOf(event.target, rowOf);
    if (!place || event.nativeEvent.isComposing || event.altKey) return;
    const key = event.key.toLowerCase();
    const isCommand = event.ctrlKey || event.metaKey;
    const isField = before.current !== null && gridColumns[place.column] !== 'choose';
    if (isCommand && key === 'd' && isField) {
      event.preventDefault();
      const above = pieces[place.row - 1];
      const own = before.current;
      if (above && own) change([{ ...own, value: above.cells[own.field] }]);
    } else if (isCommand && key === 'z' && !event.shiftKey && !(isEditing.current && isChanged())) {
      event.preventDefault();
      takeBack();
    } else if (event.key === 'F2' && isField) {
      event.preventDefault();
      edit(event.target);
    } else if (event.key === 'Escape' && isField) {
      isEditing.current = false;
      if (before.current) setCells([before.current]);
    } else if (!isEditing.current || ['Tab', 'Enter'].includes(event.key)) {
      const next = placeAfter(event, place, pieces.length);
      if (!next) return;
      event.preventDefault();
      focus(next);
    }
  }

  function edit(target: EventTarget) {
    isEditing.current = true;
    if (target instanceof HTMLInputElement) target.setSelectionRange(target.value.length, target.value.length);
  }

  const isChanged = () => before.current !== null && before.current.value !== valueAt(before.current);

  function onFocus({ target }: FocusEvent<HTMLElement>) {
    const place = placeOf(target, rowOf);
    const piece = place && pieces[place.row];
    const column = place && gridColumns[place.column];
    if (!piece || !column) return;
    setActive({ pieceId: piece.id, column });
    before.current = column === 'choose' ? null : { pieceId: piece.id, field: column, value: piece.cells[column] };
    if (!isEditing.current && target instanceof HTMLInputElement && column !== 'choose') target.select();
  }

  function onBlur() {
    if (before.current && isChanged()) record([before.current]);
    before.current = null;
    isEditing.current = false;
  }

  function onPaste(event: ClipboardEvent<HTMLElement>) {
    const place = placeOf(event.target, rowOf);
    const pasted = event.clipboardData.getData('text/plain');
    if (!place || place.column === 0 || !/[\t\n]/.test(pasted.replace(/\r?\n$/, ''))) return;
    event.preventDefault();
    const rows = cellsOfText(pasted);
    const changes = rows.flatMap((cells, down) => changesOfRow(pieces[place.row + down], place.column, cells));
    change(changes);
    isEditing.current = false;
    const left = Math.max(0, place.row + rows.length - pieces.length);
    setWords(
      `${changes.length} cells pasted.${left > 0 ? ` ${left} rows of the spreadsheet have no piece here.` : ''}`,
    );
  }

  return {
    ...{ grid, active, words },
    type(pieceId: string, field: IntakeField, value: string) {
      isEditing.current = true;
      setCells([{ pieceId, field, value }]);
    },
    events: {
      onKeyDown,
      onFocus,
      onBlur,
      onPaste,
      onMouseDown: (event: MouseEvent) => {
        // A second click into the same cell places the caret.
        isEditing.current = event.target === document.activeElement;
      },
    },
  };
}

function placeOf(target: EventTarget, rowOf: (pieceId: string) => number): Place | null {
  if (!(target instanceof HTMLElement) || target.dataset.row === undefined) return null;
  const row = rowOf(target.dataset.row);
  // -1 for anything else.
  const column = gridColumns.indexOf(target.dataset.column as GridColumn);
  return row < 0 || column < 0 ? null : { row, column };
}

function changesOfRow(piece: Piece | undefined, start: number, cells: readonly string[]): CellChange[] {
  if (!piece) return [];
  return cells.flatMap((cell, right) => {
    const field = gridColumns[start + right];
    return field === undefined || field === 'choose' ? [] : [{ pieceId: piece.id, field, value: cell.trim() }];
  });
}
