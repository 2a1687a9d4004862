import type { Kysely } from 'kysely';

/** Measures and size classes of listings, by which their delivery is priced. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  for (const column of ['width_mm', 'height_mm', 'depth_mm', 'weight_grams'])
    await db.schema.alterTable('listings').addColumn(column, 'bigint').execute();
  await db.schema
    .alterTable('listings')
    .addColumn('size_class', 'text', (column) => column.notNull().defaultTo(''))
    .execute();
}
