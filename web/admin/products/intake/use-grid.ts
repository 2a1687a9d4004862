import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { IntakeField } from '#contract/intake-cells.ts';
import type { CellChange } from './cell-saver.ts';
import { type GridColumn, gridColumns, type Place, placeAfter } from './grid-columns.ts';
import { cellsOfText } from './pasted-cells.ts';
import { type CellHistory, useCellHistory } from './use-cell-history.ts';
import type { Piece } from './use-intake.ts';

/**
 * The keys of the grid. A cell that got the focus by a key is selected as a whole: arrows move, and what is typed replaces it. After F2, a
 * second click or typing it is edited, and arrows move the caret.
 */
export function useGrid(pieces: readonly Piece[], setCells: (changes: readonly CellChange[]) => void) {
  const [active, setActive] = useState<{ pieceId: string; column: GridColumn } | null>(null);
  const [words, setWords] = useState('');
  const grid = useRef<HTMLTableElement>(null);
  const isEditing = useRef(false);
  const history = useCellHistory(pieces, setCells);
  const parts: GridParts = { pieces, grid, isEditing, history, setCells, say: setWords };
  return {
    ...{ grid, active, words },
    type(pieceId: string, field: IntakeField, value: string) {
      isEditing.current = true;
      setCells([{ pieceId, field, value }]);
    },
    events: {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => pressKey(parts, event),
      onPaste: (event: ClipboardEvent<HTMLElement>) => paste(parts, event),
      onFocus({ target }: FocusEvent<HTMLElement>) {
        const place = placeOf(pieces, target);
        const [piece, column] = [place && pieces[place.row], place && gridColumns[place.column]];
        if (!piece || !column) return;
        setActive({ pieceId: piece.id, column });
        const isField = column !== 'choose';
        history.before.current = isField ? { pieceId: piece.id, field: column, value: piece.cells[column] } : null;
        if (isField && !isEditing.current && target instanceof HTMLInputElement) target.select();
      },
      onBlur() {
        history.keep();
        isEditing.current = false;
      },
      onMouseDown(event: MouseEvent) {
        isEditing.current = event.target === document.activeElement;
      },
    },
  };
}

interface GridParts {
  pieces: readonly Piece[];
  grid: { readonly current: HTMLTableElement | null };
  isEditing: { current: boolean };
  history: CellHistory;
  setCells: (changes: readonly CellChange[]) => void;
  /** Announces what a key has done. */
  say: (words: string) => void;
}

function pressKey(parts: GridParts, event: KeyboardEvent<HTMLElement>): void {
  const { pieces, isEditing, history, setCells } = parts;
  const place = placeOf(pieces, event.target);
  if (!place || event.nativeEvent.isComposing || event.altKey) return;
  const isCommand = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  const own = history.before.current;
  if (isCommand && key === 'd' && own) {
    event.preventDefault();
    const above = pieces[place.row - 1];
    if (above) history.change([{ ...own, value: above.cells[own.field] }]);
  } else if (isCommand && key === 'z' && !event.shiftKey) {
    // While a cell is edited, the browser undoes what was typed in it.
    if (isEditing.current && history.isChanged()) return;
    event.preventDefault();
    undo(parts);
  } else if (event.key === 'F2' && event.target instanceof HTMLInputElement && own) {
    event.preventDefault();
    isEditing.current = true;
    event.target.setSelectionRange(event.target.value.length, event.target.value.length);
  } else if (event.key === 'Escape' && own) {
    isEditing.current = false;
    setCells([own]);
  } else if (!isEditing.current || event.key === 'Tab' || event.key === 'Enter') {
    const next = placeAfter(event, place, pieces.length);
    if (!next) return;
    event.preventDefault();
    focus(parts, next);
  }
}

function undo(parts: GridParts): void {
  const step = parts.history.undo();
  const [first] = step;
  if (!first) {
    parts.say('There is nothing to undo.');
    return;
  }
  parts.say(step.length === 1 ? 'One change undone.' : `${step.length} changes undone.`);
  const row = parts.pieces.findIndex(({ id }) => id === first.pieceId);
  focus(parts, { row, column: gridColumns.indexOf(first.field) });
}

function focus({ pieces, grid, isEditing, history }: GridParts, { row, column }: Place): void {
  const [piece, name] = [pieces[row], gridColumns[column]];
  const cell = grid.current?.querySelector<HTMLInputElement>(`[data-row="${piece?.id}"][data-column="${name}"]`);
  if (cell !== document.activeElement) history.keep();
  isEditing.current = false;
  cell?.focus();
  if (name !== 'choose') cell?.select();
}

function paste({ pieces, isEditing, history, say }: GridParts, event: ClipboardEvent<HTMLElement>): void {
  const place = placeOf(pieces, event.target);
  const text = event.clipboardData.getData('text/plain');
  if (!place || !history.before.current || !/[\t\n]/.test(text.replace(/\r?\n$/, ''))) return;
  event.preventDefault();
  const rows = cellsOfText(text);
  const changes = rows.flatMap((cells, down) => changesOfRow(pieces[place.row + down], place.column, cells));
  history.change(changes);
  isEditing.current = false;
  const left = Math.max(0, place.row + rows.length - pieces.length);
  say(`${changes.length} cells pasted.${left > 0 ? ` ${left} rows of the spreadsheet have no piece here.` : ''}`);
}

function changesOfRow(piece: Piece | undefined, start: number, cells: readonly string[]): CellChange[] {
  if (!piece) return [];
  return cells.flatMap((cell, right) => {
    const field = gridColumns[start + right];
    return field === undefined || field === 'choose' ? [] : [{ pieceId: piece.id, field, value: cell.trim() }];
  });
}

/** Null for an element that is no cell. */
function placeOf(pieces: readonly Piece[], target: EventTarget): Place | null {
  if (!(target instanceof HTMLElement)) return null;
  const row = pieces.findIndex(({ id }) => id === target.dataset.row);
  const named = target.dataset.column ?? '';
  const column = gridColumns.findIndex((name) => `${name}` === named);
  return row < 0 || column < 0 ? null : { row, column };
}
