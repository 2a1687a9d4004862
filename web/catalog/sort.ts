import type { ListingSummary } from './listing-summary.ts';

export const sortFields = ['date', 'name', 'price'] as const;
export type SortField = (typeof sortFields)[number];
export type SortOrder = 'asc' | 'desc';
export interface Sort {
  field: SortField;
  order: SortOrder;
}

/** The order when the address names none (docs/behaviour/pages.md, 2). */
export const defaultSort: Sort = { field: 'date', order: 'desc' };

/** The order in an address (`?sort=name&order=asc`); the default order if it is invalid. */
export function sortOf(search: URLSearchParams): Sort {
  const field = sortFields.find((name) => name === search.get('sort'));
  if (!field) return defaultSort;
  return { field, order: search.get('order') === 'desc' ? 'desc' : 'asc' };
}

/** A click on the active field reverses it; the first click on another field sorts ascending (docs/behaviour/pages.md, 2). */
export function sortAfterClick(current: Sort, field: SortField): Sort {
  return { field, order: current.field === field && current.order === 'asc' ? 'desc' : 'asc' };
}

/** Returns a sorted copy: case-insensitive, empty values last when ascending and first when descending, ties by id. */
export function sortListings(listings: readonly ListingSummary[], { field, order }: Sort): ListingSummary[] {
  const direction = order === 'asc' ? 1 : -1;
  return listings.toSorted(
    (one, other) => direction * compare(sortValue(one, field), sortValue(other, field)) || (one.id < other.id ? -1 : 1),
  );
}

function sortValue(listing: ListingSummary, field: SortField): string | number {
  if (field === 'price') return listing.price;
  return field === 'name' ? listing.name : listing.date_created;
}

/** A fixed locale, so that the order is the same on the server and in every browser. */
const collator = new Intl.Collator('en', { sensitivity: 'accent' });

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (one === '' || other === '') return Number(one === '') - Number(other === '');
  return collator.compare(String(one), String(other));
}
