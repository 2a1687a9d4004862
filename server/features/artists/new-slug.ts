import { slugOf } from '#server/features/catalog/catalog.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { isTaken, type NamedTable } from './artists.queries.ts';

/** A new last part of a page's address, made from the name; random characters are added if it is taken. */
export async function newSlug(reader: Reader, shop: Shop, table: NamedTable, name: string): Promise<string> {
  const slug = slugOf(name) || table;
  if (!(await isTaken(reader, table, { column: 'slug', value: slug }))) return slug;
  return `${slug.slice(0, 50)}-${shop.randomBytes(4).toString('hex')}`;
}
