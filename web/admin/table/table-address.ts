import { limits } from '#contract/limits.ts';

export interface Sorting<Field extends string> {
  field: Field;
  descending: boolean;
}

/** The state of a table in its URL: `?q=moon&sort=-date&page=2`. */
export interface TableAddress<Field extends string> {
  q: string;
  /** Null for the server's default, newest first. */
  sorting: Sorting<Field> | null;
  /** Page number, from 1. */
  page: number;
}

/** Reads the URL and ignores invalid parameters. `fields` are those by which the table can be sorted. */
export function readTableAddress<Field extends string>(
  search: URLSearchParams,
  fields: readonly Field[],
): TableAddress<Field> {
  const written = search.get('sort') ?? '';
  const field = fields.find((name) => name === written.replace(/^-/, ''));
  return {
    q: (search.get('q') ?? '').trim().slice(0, limits.searchText),
    sorting: field === undefined ? null : { field, descending: written.startsWith('-') },
    page: pageOf(search),
  };
}

/** The page number in a URL, from 1. */
export function pageOf(search: URLSearchParams, parameter = 'page'): number {
  const page = search.get(parameter) ?? '';
  return /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1;
}

export function writeSorting({ field, descending }: Sorting<string>): string {
  return descending ? `-${field}` : field;
}

/** The first click on a column sorts ascending, the second descending (docs/behaviour/admin.md, 3). */
export function nextSorting<Field extends string>(current: Sorting<Field> | null, field: Field): Sorting<Field> {
  return { field, descending: current?.field === field && !current.descending };
}

/** The URL's parameters with changes; null or '' removes one. Every change returns to the first page. */
export function changedAddress(search: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const changed = new URLSearchParams(search);
  changed.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value) changed.set(name, value);
    else changed.delete(name);
  }
  return `?${changed}`;
}

export function pageAddress(search: URLSearchParams, page: number, parameter = 'page'): string {
  return changedAddress(search, { [parameter]: page === 1 ? null : String(page) });
}
