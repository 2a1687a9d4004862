import { verifyPath } from '#contract/certificate-names.ts';
import { collectionParamsOf, collectionSearchOf } from '#contract/collection-search.ts';
import { chosenPiecesOf, collectionWallPath, wallParamsOf } from '#contract/collection-wall.ts';

/** No page has this path, so it is answered with the page for unknown addresses, 404. */
export const unknownPage = '/nothing-here';
const unknownAddress = { path: unknownPage, search: '' };

/** The home page and its data for React Router. It reads `sort`, `order` and `page`. */
const homePaths = ['/', '/_.data'];

/** The pages that read only `page`, and their data. */
const pagedPaths = /^\/(artists(\/[^/]+)?|series\/[^/]+|artists\.data)$/;

/** The form of the page for checking certificates, which works without scripts, reads `number` and `code`. */
const verifyPaths = [verifyPath, `${verifyPath}.data`];

/** The viewer of a piece, which reads `detail`, and its data. */
const lookPaths = /^\/product\/[^/]+\/look(\.data)?$/;

/** The collection, which reads its search and filters, and its data. */
const collectionPaths = ['/collection', '/collection.data'];

/** The wall of the collection, which also reads `piece`, and its data. */
const collectionWallPaths = [collectionWallPath, `${collectionWallPath}.data`];

/**
 * Returns the address to render for a request target, the same for every spelling of it: unknown parameters and invalid
 * values are dropped, so they make no new cache keys. Nothing that a router could read as another host (`//evil.example`) is
 * returned. `_routes` keeps only names in `routeIds`, or all names without it.
 */
export function pageAddress(target: string, routeIds?: readonly string[]): { path: string; search: string } {
  const [rawPath = '/', ...rest] = target.split('?');
  const path = plainPath(rawPath);
  if (path === null) return unknownAddress;
  const given = new URLSearchParams(rest.join('?'));
  const known = collectionParams(path, given);
  if (homePaths.includes(path)) copySort(given, known);
  if (homePaths.includes(path) || pagedPaths.test(path)) copyPage(given, known);
  if (verifyPaths.includes(path)) copyCertificate(given, known);
  if (lookPaths.test(path)) copyDetail(given, known);
  if (path.endsWith('.data')) copyRoutes(given, known, routeIds);
  return { path, search: known.size > 0 ? `?${known}` : '' };
}

/**
 * Whether an address is one of very many that are answered with 200: it has parameters, whose values can be combined, or it is a page of
 * the panel, whose server renders the same frame for every id.
 */
export const isOneOfMany = (address: string): boolean => address.includes('?') || panelPaths.test(address);
/** With or without a language before it. */
const panelPaths = /^(\/[a-z]{2})?\/admin\//;

function collectionParams(path: string, given: URLSearchParams): URLSearchParams {
  if (collectionPaths.includes(path)) return collectionParamsOf(collectionSearchOf(given));
  if (collectionWallPaths.includes(path)) return wallParamsOf(collectionSearchOf(given), chosenPiecesOf(given));
  return new URLSearchParams();
}

/** Copies `sort` and `order`. Without a valid `sort` the home page has its default order, whatever `order` is. */
function copySort(given: URLSearchParams, known: URLSearchParams): void {
  const sort = given.get('sort') ?? '';
  if (/^(date|name|price)$/.test(sort)) {
    known.set('sort', sort);
    known.set('order', given.get('order') === 'desc' ? 'desc' : 'asc');
  }
}

function copyPage(given: URLSearchParams, known: URLSearchParams): void {
  const page = given.get('page') ?? '';
  if (/^[1-9]\d{0,5}$/.test(page)) known.set('page', page);
}

function copyCertificate(given: URLSearchParams, known: URLSearchParams): void {
  for (const name of ['number', 'code']) if (given.has(name)) known.set(name, given.get(name)?.slice(0, 64) ?? '');
}

/** Copies `detail`, a number from 1 to 99. If the piece has no such detail, the answer is a redirect, which is not cached. */
function copyDetail(given: URLSearchParams, known: URLSearchParams): void {
  const detail = given.get('detail') ?? '';
  if (/^[1-9]\d?$/.test(detail)) known.set('detail', detail);
}

/** Copies `_routes`, a parameter of React Router: ids of the routes whose data a client needs, separated by commas. */
function copyRoutes(given: URLSearchParams, known: URLSearchParams, routeIds?: readonly string[]): void {
  const wanted = (given.get('_routes') ?? '').split(',').filter((id) => id !== '');
  const routes = routeIds ? routeIds.filter((id) => wanted.includes(id)) : wanted;
  if (routes.length > 0) known.set('_routes', routes.join(','));
}

/** Returns the path in its usual spelling; null where no page can have it. */
function plainPath(rawPath: string): string | null {
  if (!rawPath.startsWith('/') || rawPath.length > 1_000 || /%5c|%2f/i.test(rawPath)) return null;
  try {
    const decoded = decodeURIComponent(rawPath);
    if (/\/\/|\\|\/\.{1,2}(\/|$)|\p{Cc}/u.test(decoded)) return null;
    const path = decoded.split('/').map(encodeURIComponent).join('/');
    return path.length > 1 ? path.replace(/\/$/, '') : path;
  } catch {
    return null;
  }
}
