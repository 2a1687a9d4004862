import { defaultSort, type Sort, sortOf } from './sort.ts';

/** What an address asks to see of the collection (`/?sort=name&order=asc&page=2`). */
export interface WallView {
  sort: Sort;
  /** The last page that is shown, from 1. */
  page: number;
}

/** Pieces on one page of the wall: whole rounds of its rows' rhythm (three narrow, two wide). */
export const piecesOnPage = 40;

/** Pages shown at once, so that a page weighs what it weighs however far down the wall it is. */
const pagesTogether = 4;

/** The default view for anything that cannot be read. */
export function viewOf(search: URLSearchParams): WallView {
  const page = /^[1-9]\d{0,5}$/.test(search.get('page') ?? '') ? Number(search.get('page')) : 1;
  return { sort: sortOf(search), page };
}

/** The address of a view, without the question mark; '' for the default one. */
export function searchOf({ sort, page }: WallView): string {
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
  return Math.max(1, page - pagesTogether + 1);
}

export function lastPage(total: number): number {
  return Math.max(1, Math.ceil(total / piecesOnPage));
}
