import { defaultSort, type Sort, sortOf } from '../catalog/sort.ts';

/** The part of the collection that an address shows (`/?sort=name&order=asc&page=2`). */
export interface CollectionView {
  sort: Sort;
  /** The last page that is shown, from 1. */
  page: number;
}

/** The number of listings on a page: a multiple of five, because the layout repeats after five (three narrow, two wide). */
export const listingsPerPage = 40;

/** The maximum number of pages shown together, which limits the size of a document. */
const pagesShown = 4;

/** Parses an address; invalid values give the default view. */
export function viewOf(search: URLSearchParams): CollectionView {
  const page = /^[1-9]\d{0,5}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1;
  return { sort: sortOf(search), page };
}

/** The search string of a view, without the question mark; '' for the default view. */
export function searchOf({ sort, page }: CollectionView): string {
  const search = new URLSearchParams();
  if (sort.field !== defaultSort.field || sort.order !== defaultSort.order) {
    search.set('sort', sort.field);
    search.set('order', sort.order);
  }
  if (page > 1) search.set('page', String(page));
  return search.toString();
}

/** The first page that is shown together with `page`. */
export function firstPageWith(page: number): number {
  return Math.max(1, page - pagesShown + 1);
}

export function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / listingsPerPage));
}
