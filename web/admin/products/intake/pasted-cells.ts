import { plural } from '@lingui/core/macro';
import type { CellChange } from '#contract/intake.ts';
import { limits } from '#contract/limits.ts';
import { inDigits } from '../../../language/numbers.ts';
import { isTooLong, savable } from './cell-text.ts';
import { gridColumns, type Place } from './grid-columns.ts';
import type { Piece } from './pieces.ts';

/**
 * The changes of cells when `rows` of a spreadsheet are pasted with their first cell at `start`. `words` says how many cells were
 * pasted, and what was left out or cut.
 */
export function pastedChanges(
  pieces: readonly Piece[],
  start: Place,
  rows: readonly (readonly string[])[],
): { changes: CellChange[]; words: string } {
  const pasted = rows.flatMap((cells, down) => changesOfRow(pieces[start.row + down], start.column, cells));
  const lostRows = Math.max(0, start.row + rows.length - pieces.length);
  const widest = Math.max(0, ...rows.map((cells) => cells.length));
  const lostColumns = Math.max(0, start.column + widest - gridColumns.length);
  const cut = pasted.filter(isTooLong).length;
  const words = [
    pastedWords(pasted.length),
    lostRows > 0 && lostRowsWords(lostRows),
    lostColumns > 0 && lostColumnsWords(lostColumns),
    cut > 0 && cutWords(cut),
  ];
  return { changes: pasted.map(savable), words: words.filter(Boolean).join(' ') };
}

function pastedWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, { one: `${shown} cell pasted.`, other: `${shown} cells pasted.` });
}

function lostRowsWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} row of the spreadsheet has no piece here.`,
    other: `${shown} rows of the spreadsheet have no piece here.`,
  });
}

function lostColumnsWords(count: number): string {
  const shown = inDigits(count);
  return plural(count, {
    one: `${shown} column beyond the last one was left out.`,
    other: `${shown} columns beyond the last one were left out.`,
  });
}

function cutWords(count: number): string {
  const [shown, most] = [inDigits(count), inDigits(limits.intakeCell)];
  return plural(count, {
    one: `${shown} cell with more than ${most} characters was cut.`,
    other: `${shown} cells with more than ${most} characters were cut.`,
  });
}

function changesOfRow(piece: Piece | undefined, start: number, cells: readonly string[]): CellChange[] {
  if (!piece) return [];
  return cells.flatMap((cell, right) => {
    const field = gridColumns[start + right];
    return field === undefined || field === 'choose' ? [] : [{ pieceId: piece.id, field, value: cell.trim() }];
  });
}

/**
 * Splits a text that was copied from a spreadsheet into rows of cells. Rows end with a line break, cells with a tab. A cell in double
 * quotes may contain both, which become a space, and each quote in it is doubled.
 */
export function cellsOfText(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  while (at <= source.length) {
    const [cell, next] = source[at] === '"' ? quotedCell(source, at) : plainCell(source, at);
    rows.at(-1)?.push(cell);
    if (source[next] === '\n') rows.push([]);
    at = next + 1;
  }
  return rows;
}

function plainCell(source: string, start: number): [cell: string, end: number] {
  const length = source.slice(start).search(/[\t\n]/);
  const end = length < 0 ? source.length : start + length;
  return [source.slice(start, end), end];
}

function quotedCell(source: string, start: number): [cell: string, end: number] {
  const match = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(source.slice(start));
  // A quote that is not closed is an ordinary character.
  if (!match) return plainCell(source, start);
  // A cell of the grid has one line and no tabs.
  const cell = (match[1] ?? '').replaceAll('""', '"').replace(/(?<!\s)\s*[\t\n]\s*/g, ' ');
  return [cell, start + match[0].length];
}
