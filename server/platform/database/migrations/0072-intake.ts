import { type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Photographs that wait to become pieces, and what was typed about these. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .alterTable('pictures')
    .addColumn('in_intake', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('intake')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into intake (id, version) values (1, 0)`.execute(db);
  await db.schema
    .createTable('intake_pieces')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('cells', text, (column) => column.notNull())
    .addColumn('is_kept', 'integer', (column) => column.notNull())
    .addColumn('listing_id', text)
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('intake_pieces_by_age').on('intake_pieces').columns(['changed_at', 'id']).execute();
  await sql`create index intake_pieces_waiting on intake_pieces (id) where listing_id is null`.execute(db);
  await db.schema
    .createTable('intake_pictures')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('piece_id', text, (column) => column.notNull().references('intake_pieces.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('hash', text, (column) => column.notNull().unique().references('pictures.hash'))
    .addColumn('file_name', text, (column) => column.notNull())
    .addColumn('folder', text, (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('modified_at', 'bigint', (column) => column.notNull())
    .addColumn('taken_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('intake_pictures_of_piece')
    .on('intake_pictures')
    .columns(['piece_id', 'position'])
    .execute();
  await db.schema.createIndex('intake_pictures_by_file').on('intake_pictures').columns(['file_name', 'size']).execute();
}
