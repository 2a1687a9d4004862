import type { SortField, SortOrder } from './sort.ts';

export const sortNames: Record<SortField, string> = { date: 'Date', name: 'Name', price: 'Price' };
export const sortDirections: Record<SortField, Record<SortOrder, string>> = {
  date: { asc: 'oldest first', desc: 'newest first' },
  name: { asc: 'A to Z', desc: 'Z to A' },
  price: { asc: 'lowest first', desc: 'highest first' },
};
