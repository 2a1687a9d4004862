import type { CreateTableBuilder, Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Artists and series as things of their own, and which listings are theirs. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const artistTexts = [
    'kind',
    'summary',
    'birth_place',
    'lives_in',
    'quote',
    'quote_source',
    'biography',
    'exhibitions',
  ];
  await named(db, 'artists', [...artistTexts, 'portrait_url', 'portrait_alt'])
    .addColumn('birth_year', 'bigint')
    .addColumn('death_year', 'bigint')
    .execute();
  await named(db, 'series', ['text'])
    .addColumn('artist_id', textColumn(db), (column) => column.references('artists.id').onDelete('set null'))
    .execute();
  for (const table of ['artists', 'series']) {
    await db.schema.createIndex(`${table}_by_slug`).unique().on(table).column('slug').execute();
    await db.schema.createIndex(`${table}_by_name`).unique().on(table).column('name_folded').execute();
  }
  await db.schema.createIndex('series_by_artist_id').on('series').column('artist_id').execute();
  for (const [column, table] of [
    ['artist_id', 'artists'],
    ['series_id', 'series'],
  ] as const) {
    await db.schema
      .alterTable('listings')
      .addColumn(column, textColumn(db), (added) => added.references(`${table}.id`).onDelete('set null'))
      .execute();
    await db.schema
      .createIndex(`listings_by_${column}`)
      .on('listings')
      .columns([column, 'status', 'created_at'])
      .execute();
  }
}

function named(
  db: Kysely<Record<string, Record<string, unknown>>>,
  table: string,
  texts: readonly string[],
): CreateTableBuilder<string, string> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(table);
  for (const text of ['id', 'slug', 'name', 'name_folded', 'search_text', ...texts])
    builder = builder.addColumn(text, textColumn(db), (column) => column.notNull());
  for (const number of ['is_published', 'created_at', 'updated_at', 'is_demo'])
    builder = builder.addColumn(number, 'bigint', (column) => column.notNull());
  return builder.addPrimaryKeyConstraint(`${table}_key`, ['id']);
}
