import { type Kysely, type RawBuilder, sql } from 'kysely';
import { indexForSqlite, textColumn } from '../dialect.ts';

/** Who sees a listing, and what the panel alone knows of it. Indexes that read no rows have to know who sees a listing, too. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const add = (name: string, type: Parameters<typeof addColumn>[2], initial: string | number | null) =>
    addColumn(db, name, type, initial);
  await add('visibility', textColumn(db), 'listed');
  await add('publish_at', 'bigint', null);
  await add('was_listed', 'bigint', 1);
  await add('inventory_number', textColumn(db), '');
  await add('inventory_folded', textColumn(db), '');
  await add('location', textColumn(db), '');
  await sql`create unique index listings_by_inventory_number on listings (inventory_folded) where inventory_folded <> ''`.execute(
    db,
  );
  await sql`create index listings_to_publish on listings (publish_at) where visibility = 'scheduled'`.execute(db);
  await sql`create index listings_not_listed on listings (visibility, created_at desc, id, status) where visibility <> 'listed'`.execute(
    db,
  );
  for (const statement of replaced(
    'listings_to_filter',
    sql`id, status, is_unique, price_cents, year, width_mm, height_mm, depth_mm,
      created_at, name_folded, artist_folded, series_folded, visibility`,
  ))
    await statement.execute(db);
  for (const statement of replaced('listings_in_order_of_date', sql`created_at desc, id, status, visibility`))
    await statement.execute(db);
  await sql`drop index listings_by_medium`.execute(db);
  await sql`create index listings_by_medium on listings (medium_folded, id, status, medium, visibility)
    where medium_folded <> ''`.execute(db);
  const longest = sql`(max(coalesce(width_mm, 0), coalesce(height_mm, 0), coalesce(depth_mm, 0)))`;
  await indexForSqlite(
    db,
    ...replaced('listings_by_state_and_size', sql`is_unique, status, ${longest}, visibility`),
    ...['artist_folded', 'series_folded'].flatMap((column) => {
      const of = sql.ref(column);
      const isEmpty = sql`(case when ${of} = '' then 1 else 0 end)`;
      return replaced(`listings_in_order_of_${column}`, sql`${isEmpty}, ${of}, id, status, visibility`);
    }),
  );
}

async function addColumn(
  db: Kysely<Record<string, Record<string, unknown>>>,
  name: string,
  type: ReturnType<typeof textColumn> | 'bigint',
  initial: string | number | null,
): Promise<void> {
  await db.schema
    .alterTable('listings')
    .addColumn(name, type, (column) => (initial === null ? column : column.notNull().defaultTo(initial)))
    .execute();
}

const replaced = (name: string, columns: RawBuilder<unknown>) => [
  sql`drop index ${sql.ref(name)}`,
  sql`create index ${sql.ref(name)} on listings (${columns})`,
];
