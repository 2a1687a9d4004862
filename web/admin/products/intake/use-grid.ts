import { plural, t } from '@lingui/core/macro';
import { type ClipboardEvent, type FocusEvent, type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import type { CellChange } from '#contract/intake.ts';
import type { IntakeField } from '#contract/intake-cells.ts';
import { limits } from '#contract/limits.ts';
import { inDigits } from '../../../language/numbers.ts';
import { isTooLong } from './cell-text.ts';
import { type GridColumn, gridColumns, type Place, placeAfter } from './grid-columns.ts';
import { cellsOfText, pastedChanges } from './pasted-cells.ts';
import type { Piece } from './pieces.ts';
import { type CellHistory, useCellHistory } from './use-cell-history.ts';
import type { Intake } from './use-intake.ts';

/**
 * Handles keys, pasting and undoing in the grid. A cell that receives the focus, by a key or a first click, is selected as a whole: arrow
 * keys move the focus, and what is typed replaces its text. After F2, a second click or a typed character the cell is edited, and arrow
 * keys move the caret.
 */
export function useGrid({ pieces, setCells, hold }: Pick<Intake, 'pieces' | 'setCells' | 'hold'>) {
  const [active, setActive] = useState<{ pieceId: string; column: GridColumn } | null>(null);
  const [words, setWords] = useState('');
  const grid = useRef<HTMLTableElement>(null);
  const isEditing = useRef(false);
  const history = useCellHistory(pieces, setCells);
  const parts: GridParts = { pieces, grid, isEditing, history, setCells, say: setWords };
  return {
    grid,
    active,
    words,
    type(pieceId: string, field: IntakeField, value: string) {
      isEditing.current = true;
      setWords(isTooLong({ value }) ? t`The text was cut: a cell has at most ${cellLength} characters.` : '');
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
        const cell = isField ? { pieceId: piece.id, field: column, value: piece.cells[column] } : null;
        history.before.current = cell;
        hold(cell);
        if (isField && !isEditing.current && target instanceof HTMLInputElement) target.select();
      },
      onBlur() {
        history.keep();
        isEditing.current = false;
        hold(null);
      },
      onMouseDown(event: MouseEvent) {
        isEditing.current = event.target === document.activeElement;
      },
    },
  };
}

const cellLength = inDigits(limits.intakeCell);

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
    if (history.isChanged()) setCells([own]);
  } else if (!isEditing.current || event.key === 'Tab' || event.key === 'Enter') {
    const next = placeAfter(event, place, pieces.length);
    if (!next) return;
    event.preventDefault();
    focus(parts, next);
  }
}

function undo(parts: GridParts): void {
  const step = parts.history.takeStep();
  const [first] = step;
  if (!first) {
    parts.say(t`There is nothing to undo.`);
    return;
  }
  parts.say(undoneWords(step.length));
  const row = parts.pieces.findIndex(({ id }) => id === first.pieceId);
  // First the focus, then the values: a cell that gets the focus holds the value of the last rendering, and `write` replaces it.
  focus(parts, { row, column: gridColumns.indexOf(first.field) });
  parts.history.write(step);
}

function undoneWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, { one: `${shown} change undone.`, other: `${shown} changes undone.` });
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
  const { changes, words } = pastedChanges(pieces, place, cellsOfText(text));
  history.change(changes);
  isEditing.current = false;
  say(words);
}

/** The place of a cell by its element; null for an element that is not a cell. */
function placeOf(pieces: readonly Piece[], target: EventTarget): Place | null {
  if (!(target instanceof HTMLElement)) return null;
  const row = pieces.findIndex(({ id }) => id === target.dataset.row);
  const named = target.dataset.column ?? '';
  const column = gridColumns.findIndex((name) => `${name}` === named);
  return row < 0 || column < 0 ? null : { row, column };
}
