import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Files of pieces that were read, what importing them does, and what became of it. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  const texts = [
    'admin_id',
    'file_name',
    'format',
    'state',
    'columns',
    'titles_hash',
    'plan',
    'counts',
    'notices',
    'made',
  ];
  let imports = db.schema.createTable('imports').addColumn('id', text, (column) => column.primaryKey());
  for (const name of texts) imports = imports.addColumn(name, text, (column) => column.notNull());
  await imports
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('imported_at', 'bigint')
    .addColumn('undone_at', 'bigint')
    .execute();
  await db.schema.createIndex('imports_by_time').on('imports').column('imported_at').execute();
  for (const table of ['import_rows', 'import_plans']) {
    let rows = db.schema
      .createTable(table)
      .addColumn('import_id', text, (column) => column.notNull().references('imports.id').onDelete('cascade'))
      .addColumn('position', 'integer', (column) => column.notNull());
    for (const name of table === 'import_rows' ? ['source'] : ['kind', 'plan'])
      rows = rows.addColumn(name, text, (column) => column.notNull());
    if (table === 'import_plans') rows = rows.addColumn('applied', text);
    await rows.addPrimaryKeyConstraint(`${table}_in_order`, ['import_id', 'position']).execute();
  }
  await db.schema
    .createIndex('import_plans_by_kind')
    .on('import_plans')
    .columns(['import_id', 'kind', 'position'])
    .execute();
  await db.schema
    .createTable('import_targets')
    .addColumn('titles_hash', text, (column) => column.primaryKey())
    .addColumn('targets', text, (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('import_keys')
    .addColumn('source_key', text, (column) => column.primaryKey())
    .addColumn('listing_id', text, (column) => column.notNull().references('listings.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('import_keys_of_listing').on('import_keys').column('listing_id').execute();
}
