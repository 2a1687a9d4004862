import { type RawBuilder, sql } from 'kysely';
import type { artistSortFields } from '#contract/artists.ts';
import { type ListRequest, rowsOf } from '#contract/lists.ts';
import type { ArtistsTable, SeriesTable } from '#server/platform/database/artist-tables.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { contains, lockRows, shareRows } from '#server/platform/database/dialect.ts';
import { foldDiacritics } from '#server/platform/fold-text.ts';

export type ArtistRow = ArtistsTable;
export type SeriesRow = SeriesTable;

interface Rows {
  artists: ArtistRow;
  series: SeriesRow;
}
export type NamedTable = keyof Rows;

export async function selectOne<Table extends NamedTable>(
  reader: Reader,
  table: Table,
  column: 'id' | 'slug',
  value: string,
): Promise<Rows[Table] | undefined> {
  const { rows } = await sql<Rows[Table]>`
    select * from ${sql.table(table)} where ${sql.ref(column)} = ${value}`.execute(reader);
  return rows[0];
}

export function lockArtist(tx: Writer, id: string): Promise<ArtistRow | undefined> {
  return lockRows(tx, tx.selectFrom('artists').selectAll().where('id', '=', id)).executeTakeFirst();
}

export function lockSeries(tx: Writer, id: string): Promise<SeriesRow | undefined> {
  return lockRows(tx, tx.selectFrom('series').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** The name of an artist, which cannot change until the end of the transaction. */
export async function readLockedArtistName(tx: Writer, id: string): Promise<string | undefined> {
  const row = await shareRows(tx, tx.selectFrom('artists').select('name').where('id', '=', id)).executeTakeFirst();
  return row?.name;
}

/** The name of a series, likewise. */
export async function readLockedSeriesName(tx: Writer, id: string): Promise<string | undefined> {
  const row = await shareRows(tx, tx.selectFrom('series').select('name').where('id', '=', id)).executeTakeFirst();
  return row?.name;
}

/** Whether a row other than `exceptId` has this value. */
export async function isTaken(
  reader: Reader,
  table: NamedTable,
  { column, value, exceptId = '' }: { column: 'slug' | 'name_folded'; value: string; exceptId?: string },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${value} and id <> ${exceptId}`.execute(reader);
  return rows.length > 0;
}

/** The id of the artist with this name, which `foldText` has folded. */
export async function selectIdByName(reader: Reader, nameFolded: string): Promise<string | undefined> {
  const artists = reader.selectFrom('artists').select('id').where('name_folded', '=', nameFolded);
  return (await artists.executeTakeFirst())?.id;
}

export type NamedList = ListRequest<(typeof artistSortFields)[number]>;

/** One page of a list, and the total. `isPublished`: true for only those that have a page, false for all. */
export async function selectNamed<Table extends NamedTable>(
  reader: Reader,
  table: Table,
  { isPublished, ...request }: NamedList & { isPublished: boolean },
): Promise<{ rows: Rows[Table][]; total: number }> {
  const conditions: RawBuilder<unknown>[] = [isPublished ? sql`is_published = 1` : sql`1 = 1`];
  if (request.q) conditions.push(contains(reader, sql.ref('search_text'), foldDiacritics(request.q)));
  const where = sql.join(conditions, sql` and `);
  const { limit, offset } = rowsOf(request);
  const { rows } = await sql<Rows[Table]>`
    select * from ${sql.table(table)} where ${where} order by ${orderOf(request)}, id
    limit ${limit} offset ${offset}`.execute(reader);
  const counted = await sql<{ total: number }>`
    select count(*) as total from ${sql.table(table)} where ${where}`.execute(reader);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Empty values come last when ascending and first when descending (docs/behaviour/api.md, 17). */
function orderOf({ sort, order }: NamedList): RawBuilder<unknown> {
  const direction = order === 'desc' ? sql`desc` : sql`asc`;
  switch (sort) {
    case 'birthYear':
      return sql`case when birth_year is null then 1 else 0 end ${direction}, birth_year ${direction}`;
    case 'date':
      return sql`created_at ${direction}`;
    case 'id':
      return sql`id ${direction}`;
    case 'name':
    case undefined:
      return sql`search_text ${direction}`;
  }
}

/** Ids and names of all rows, the oldest first; at most 10,000. */
export async function selectNames(reader: Reader, table: NamedTable): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from ${sql.table(table)} order by created_at, id limit 10000`.execute(reader);
  return rows;
}

/** Those of the given ids whose rows nobody has changed or published since they were added, and that no listing or series uses. */
export async function selectUnused(reader: Reader, table: NamedTable, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const column = sql.ref(table === 'artists' ? 'artist_id' : 'series_id');
  const inSeries =
    table === 'artists' ? sql`or id in (select artist_id from series where artist_id is not null)` : sql``;
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where id in (${sql.join(ids)}) and is_published = 0 and updated_at = created_at
    and not (id in (select ${column} from listings where ${column} is not null) ${inSeries}) order by id`.execute(
    reader,
  );
  return rows.map(({ id }) => id);
}

/** Whether any artist is published, so that the page /artists exists. */
export async function hasPublished(reader: Reader): Promise<boolean> {
  const row = await reader.selectFrom('artists').select('id').where('is_published', '=', 1).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** The last parts of the addresses of all published artists or series, by name. */
export async function selectSlugs(reader: Reader, table: NamedTable): Promise<string[]> {
  const { rows } = await sql<{ slug: string }>`
    select slug from ${sql.table(table)} where is_published = 1 order by name_folded`.execute(reader);
  return rows.map(({ slug }) => slug);
}

export function selectArtistsByIds(reader: Reader, ids: readonly string[]): Promise<ArtistRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return reader.selectFrom('artists').selectAll().where('id', 'in', ids).execute();
}

export function selectSeriesByIds(reader: Reader, ids: readonly string[]): Promise<SeriesRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return reader.selectFrom('series').selectAll().where('id', 'in', ids).execute();
}

export async function insertArtist(tx: Writer, row: ArtistRow): Promise<void> {
  await tx.insertInto('artists').values(row).execute();
}

export async function insertSeries(tx: Writer, row: SeriesRow): Promise<void> {
  await tx.insertInto('series').values(row).execute();
}

export async function updateArtistRow(tx: Writer, row: ArtistRow): Promise<void> {
  await tx.updateTable('artists').set(row).where('id', '=', row.id).execute();
}

export async function updateSeriesRow(tx: Writer, row: SeriesRow): Promise<void> {
  await tx.updateTable('series').set(row).where('id', '=', row.id).execute();
}

/** Deletes an artist or a series. Listings and series that refer to it keep their texts; their references become null. */
export async function deleteNamed(tx: Writer, table: NamedTable, id: string): Promise<void> {
  await sql`delete from ${sql.table(table)} where id = ${id}`.execute(tx);
}

/** Locks the series of the demo; returns their ids. */
export async function lockDemoSeries(tx: Writer): Promise<string[]> {
  const rows = await lockRows(
    tx,
    tx.selectFrom('series').select('id').where('is_demo', '=', 1).orderBy('id'),
  ).execute();
  return rows.map(({ id }) => id);
}

/** Deletes the rows of the demo; returns how many were deleted. */
export async function deleteDemoNamed(tx: Writer, table: NamedTable): Promise<number> {
  const { rows } = await sql`delete from ${sql.table(table)} where is_demo = 1 returning id`.execute(tx);
  return rows.length;
}

/** Addresses of all portraits. */
export async function selectPortraits(reader: Reader): Promise<string[]> {
  const rows = await reader.selectFrom('artists').select('portrait_url').where('portrait_url', '<>', '').execute();
  return rows.map((row) => row.portrait_url);
}
