import { t } from '@lingui/core/macro';
import type { IntakeField } from '#contract/intake-cells.ts';

/** A column whose cells can have the focus: the checkbox, or a field. */
export type GridColumn = 'choose' | IntakeField;

interface FieldColumn {
  field: IntakeField;
  title: string;
  /** The CSS class that sets the width of the column. */
  className: string;
}

export const fieldColumns: readonly FieldColumn[] = [
  { field: 'name', title: t`Name`, className: 'col-name' },
  { field: 'price', title: t`Price`, className: 'col-amount' },
  { field: 'artist', title: t`Artist`, className: 'col-text' },
  { field: 'year', title: t`Year`, className: 'col-short' },
  { field: 'medium', title: t`Medium`, className: 'col-text' },
  { field: 'widthCm', title: t`Width, cm`, className: 'col-short' },
  { field: 'heightCm', title: t`Height, cm`, className: 'col-short' },
  { field: 'depthCm', title: t`Depth, cm`, className: 'col-short' },
  { field: 'inventoryNumber', title: t`Inventory number`, className: 'col-text' },
  { field: 'location', title: t`Where it is`, className: 'col-text' },
];

export const gridColumns: readonly GridColumn[] = ['choose', ...fieldColumns.map(({ field }) => field)];

export interface Place {
  row: number;
  column: number;
}

/** The place to which a key moves the focus from a cell; null if it leaves the grid, or if the key does not move the focus. */
export function placeAfter(
  { key, shiftKey, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey'>,
  { row, column }: Place,
  rows: number,
): Place | null {
  const [lastRow, lastColumn] = [rows - 1, gridColumns.length - 1];
  const inGrid = (place: Place) => {
    const isIn = place.row >= 0 && place.row <= lastRow && place.column >= 0 && place.column <= lastColumn;
    return isIn ? place : { row, column };
  };
  const isCorner = ctrlKey || metaKey;
  if (key === 'Tab') return afterTab(row * gridColumns.length + column + (shiftKey ? -1 : 1), rows);
  if (key === 'Enter') return inGrid({ row: row + (shiftKey ? -1 : 1), column });
  if (key === 'ArrowUp') return inGrid({ row: row - 1, column });
  if (key === 'ArrowDown') return inGrid({ row: row + 1, column });
  if (key === 'ArrowLeft') return inGrid({ row, column: column - 1 });
  if (key === 'ArrowRight') return inGrid({ row, column: column + 1 });
  if (key === 'Home') return { row: isCorner ? 0 : row, column: 0 };
  if (key === 'End') return { row: isCorner ? lastRow : row, column: lastColumn };
  return null;
}

/** The place of the cell with this index, counted row by row; null before the first and after the last cell. */
function afterTab(index: number, rows: number): Place | null {
  if (index < 0 || index >= rows * gridColumns.length) return null;
  return { row: Math.floor(index / gridColumns.length), column: index % gridColumns.length };
}
