import type { Kysely } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Catalogues, price lists and wall labels that wait, are being drawn, or can be downloaded for a day. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const text = textColumn(db);
  let table = db.schema.createTable('catalogue_papers').addColumn('id', text, (column) => column.primaryKey());
  for (const name of ['request', 'title', 'state', 'claim', 'left_out'])
    table = table.addColumn(name, text, (column) => column.notNull());
  for (const name of ['drawn', 'pieces', 'pages', 'bytes', 'tries', 'created_at', 'due_at'])
    table = table.addColumn(name, 'bigint', (column) => column.notNull());
  await table.execute();
  await db.schema.createIndex('catalogue_papers_due').on('catalogue_papers').column('due_at').execute();
}
