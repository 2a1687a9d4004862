import type { WallPiece } from './wall-piece.ts';

/** SPEC.md §2: by date, name or price. */
export const sortFields = ['date', 'name', 'price'] as const;
export type SortField = (typeof sortFields)[number];
export type SortOrder = 'asc' | 'desc';
export interface Sort {
  field: SortField;
  order: SortOrder;
}

/** SPEC.md §9. The wall has this order at `/` without anything behind it. */
export const defaultSort: Sort = { field: 'date', order: 'desc' };

/** The order an address asks for (`?sort=name&order=asc`); the default one for anything else. */
export function sortOf(search: URLSearchParams): Sort {
  const field = sortFields.find((name) => name === search.get('sort'));
  if (!field) return defaultSort;
  return { field, order: search.get('order') === 'desc' ? 'desc' : 'asc' };
}

/** SPEC.md §2: a click on the active one turns it round, the first click on another is ascending. */
export function sortAfterClick(current: Sort, field: SortField): Sort {
  return { field, order: current.field === field && current.order === 'asc' ? 'desc' : 'asc' };
}

/** Case-insensitive, empty last when ascending and first when descending, ties by id. Leaves `pieces` as they are. */
export function sortPieces(pieces: readonly WallPiece[], { field, order }: Sort): WallPiece[] {
  const direction = order === 'asc' ? 1 : -1;
  return pieces.toSorted(
    (one, other) => direction * compare(sortedBy(one, field), sortedBy(other, field)) || (one.id < other.id ? -1 : 1),
  );
}

function sortedBy(piece: WallPiece, field: SortField): string | number {
  if (field === 'price') return piece.price;
  return field === 'name' ? piece.name : piece.date_created;
}

/** The same in every browser and on the server, whatever the visitor's language. */
const collator = new Intl.Collator('en', { sensitivity: 'accent' });

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  return collator.compare(String(one), String(other));
}
