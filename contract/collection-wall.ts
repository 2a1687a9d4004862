import { type CollectionSearch, collectionParamsOf, listingsPerPage } from './collection-search.ts';
import { idShape } from './text.ts';

export const collectionWallPath = '/collection/wall';

/** The ids of the pieces that a visitor chose to hang side by side (docs/behaviour/close-look.md, 53). If empty, all pieces hang. */
export function chosenPiecesOf(given: URLSearchParams): string[] {
  const ids = given.getAll('piece').filter((id) => idShape.test(id));
  return [...new Set(ids)].toSorted().slice(0, listingsPerPage);
}

/** The canonical query string of the wall with these pieces of a search. */
export function wallParamsOf(search: CollectionSearch, pieces: readonly string[]): URLSearchParams {
  const params = collectionParamsOf(search);
  for (const piece of pieces.toSorted()) params.append('piece', piece);
  return params;
}

/** The path of the page that shows pieces of a search side by side. */
export function wallAddressOf(search: CollectionSearch, pieces: readonly string[] = []): string {
  const params = wallParamsOf(search, pieces).toString();
  return params === '' ? collectionWallPath : `${collectionWallPath}?${params}`;
}
