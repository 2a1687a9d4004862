import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

type AnyKysely = Kysely<Record<string, Record<string, unknown>>>;

/** What is compared with the processor and asked there by itself, and how each event came. */
export async function up(db: AnyKysely): Promise<void> {
  await table(db, 'processor_jobs', {
    texts: ['name', 'error'],
    numbers: ['next_at', 'tries'],
    optionalNumbers: ['done_at'],
  });
  await table(db, 'payment_comparisons', {
    texts: ['id', 'error'],
    numbers: ['since', 'compared', 'begun_at'],
    optionalNumbers: ['finished_at'],
  });
  await table(db, 'payment_differences', {
    texts: ['id', 'kind', 'intent_id', 'currency'],
    optionalTexts: ['attempt_id', 'order_id'],
    numbers: ['here_cents', 'there_cents', 'found_at'],
  });
  await table(db, 'test_purchases', { texts: ['session_id', 'url'], numbers: ['created_at'] });
  await db.schema.createIndex('payment_comparisons_by_begun_at').on('payment_comparisons').column('begun_at').execute();
  await db.schema.createIndex('payment_tasks_by_created_at').on('payment_tasks').column('created_at').execute();
  await db.schema
    .alterTable('payment_events')
    .addColumn('came_by', textColumn(db), (column) => column.notNull().defaultTo('webhook'))
    .execute();
  await db.schema.createIndex('payment_events_by_received_at').on('payment_events').column('received_at').execute();
  await sql`create index payment_disputes_to_answer on payment_disputes (due_by)
    where status in ('needs_response', 'warning_needs_response')`.execute(db);
}

interface TableShape {
  /** The first one is the key. */
  texts: readonly [string, ...string[]];
  optionalTexts?: readonly string[];
  numbers: readonly string[];
  optionalNumbers?: readonly string[];
}

async function table(db: AnyKysely, name: string, shape: TableShape): Promise<void> {
  const text = textColumn(db);
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const column of shape.texts) builder = builder.addColumn(column, text, (definition) => definition.notNull());
  for (const column of shape.optionalTexts ?? []) builder = builder.addColumn(column, text);
  for (const column of shape.numbers)
    builder = builder.addColumn(column, 'bigint', (definition) => definition.notNull());
  for (const column of shape.optionalNumbers ?? []) builder = builder.addColumn(column, 'bigint');
  await builder.addPrimaryKeyConstraint(`${name}_key`, [shape.texts[0]]).execute();
}
