import { type CreateTableBuilder, type Kysely, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

type AnyKysely = Kysely<Record<string, Record<string, unknown>>>;

/** Payments by a processor: attempts, its events, the tasks for it, disputes; and the state of each charge and refund. */
export async function up(db: AnyKysely): Promise<void> {
  const text = textColumn(db);
  await table(db, 'payment_attempts', {
    texts: ['id', 'order_id', 'user_id', 'provider', 'currency', 'state', 'url', 'error'],
    optionalTexts: ['session_id', 'intent_id'],
    numbers: ['amount_cents', 'is_live', 'expires_at', 'check_tries', 'created_at', 'changed_at'],
    optionalNumbers: ['check_at'],
  });
  await sql`create unique index one_live_attempt_per_order on payment_attempts (order_id)
    where state in ('opening', 'open')`.execute(db);
  for (const column of ['session_id', 'intent_id'])
    await sql`create unique index ${sql.ref(`payment_attempts_${column}`)} on payment_attempts (${sql.ref(column)})`.execute(
      db,
    );
  for (const columns of [['order_id', 'created_at'], ['check_at'], ['created_at', 'id'], ['state', 'created_at', 'id']])
    await index(db, 'payment_attempts', columns);

  await table(db, 'payment_events', {
    texts: ['id', 'type', 'object_id', 'api_version', 'error'],
    optionalTexts: ['attempt_id', 'intent_id'],
    numbers: ['is_live', 'created_at', 'received_at', 'tries', 'next_at'],
    optionalNumbers: ['handled_at'],
  });
  await index(db, 'payment_events', ['handled_at', 'next_at']);

  await table(db, 'payment_tasks', {
    texts: ['id', 'attempt_id', 'kind', 'state', 'error'],
    optionalTexts: ['payment_id', 'provider_ref'],
    numbers: ['amount_cents', 'tries', 'key_number', 'next_at', 'created_at'],
  });
  await index(db, 'payment_tasks', ['state', 'next_at']);
  await index(db, 'payment_tasks', ['attempt_id']);

  await table(db, 'payment_disputes', {
    texts: ['id', 'attempt_id', 'order_id', 'reason', 'status'],
    numbers: ['amount_cents', 'created_at', 'changed_at'],
    optionalNumbers: ['due_by'],
  });
  await index(db, 'payment_disputes', ['order_id']);

  await db.schema
    .alterTable('payments')
    .addColumn('state', text, (column) => column.notNull().defaultTo('captured'))
    .execute();
  await db.schema.alterTable('payments').addColumn('attempt_id', text).execute();
  await db.schema.alterTable('payments').addColumn('provider_ref', text).execute();
  await sql`update payments set state = 'succeeded' where kind = 'refund'`.execute(db);
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

async function index(db: AnyKysely, name: string, columns: readonly string[]): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const indexName = sql.ref(`${name}_by_${columns.join('_and_')}`);
  await sql`create index ${indexName} on ${sql.table(name)} (${names})`.execute(db);
}
