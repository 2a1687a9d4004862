import { type CreateTableBuilder, type Kysely, type RawBuilder, sql } from 'kysely';
import { textColumn } from '../dialect.ts';

/** Migrations are not typed by tables.ts, which describes the schema after the last migration. */
type AnySchema = Record<string, Record<string, unknown>>;

/** The first schema of the shop. tables.ts describes the columns. */
export async function up(db: Kysely<AnySchema>): Promise<void> {
  await accounts(db);
  await catalog(db);
  await buying(db);
  await records(db);
  // The admin panel counts the demo rows whenever it opens.
  for (const name of ['users', 'listings', 'orders']) {
    await sql`create index ${sql.ref(`${name}_of_demo`)} on ${sql.table(name)} (id) where is_demo = 1`.execute(db);
  }
}

async function accounts(db: Kysely<AnySchema>): Promise<void> {
  const texts = [
    'name',
    'name_folded',
    'email',
    'email_folded',
    'phone',
    'password_hash',
    'delivery_address',
    'delivery_city',
    'delivery_state',
    'delivery_postcode',
    'billing_address',
    'billing_city',
    'billing_state',
    'billing_postcode',
    'card_name',
    'paypal_email',
    'card_number_sealed',
    'card_cvc_sealed',
    'card_expiry_sealed',
    'bpay_number_sealed',
    'bpay_ref_sealed',
  ];
  const numbers = ['is_admin', 'activity_score', 'last_seen_at', 'created_at', 'same_as_delivery', 'is_demo'];
  await table(db, 'users', { key: ['id'], texts: ['id', ...texts], numbers });
  await index(db, 'users', ['email_folded'], 'unique');
  await orderIndex(db, 'users', 'name', [sql`(case when name_folded = '' then 1 else 0 end)`, sql`name_folded`]);
  await orderIndex(db, 'users', 'phone', [sql`(case when phone = '' then 1 else 0 end)`, sql`lower(phone)`], ['phone']);
  await orderIndex(db, 'users', 'date', [sql`created_at desc`]);
  await orderIndex(db, 'users', 'score', [sql`activity_score`]);
  await orderIndex(db, 'users', 'last_seen', [sql`last_seen_at`]);
  await orderIndex(db, 'users', 'is_admin', [sql`is_admin`]);
  await orderIndex(db, 'users', 'is_admin_descending', [sql`is_admin desc`]);

  await table(db, 'sessions', {
    key: ['token_hash'],
    texts: ['token_hash', 'id', 'user_id', 'device'],
    numbers: ['created_at', 'last_seen_at'],
    belongsTo: { user_id: 'users.id' },
  });
  await index(db, 'sessions', ['user_id']);
  await table(db, 'password_resets', {
    key: ['token_hash'],
    texts: ['token_hash', 'user_id'],
    numbers: ['expires_at'],
    belongsTo: { user_id: 'users.id' },
  });
  await index(db, 'password_resets', ['user_id']);
  await table(db, 'sign_in_failures', { key: ['id'], texts: ['id', 'subject'], numbers: ['at'] });
  await index(db, 'sign_in_failures', ['subject', 'at']);
}

async function catalog(db: Kysely<AnySchema>): Promise<void> {
  const texts = [
    'id',
    'name',
    'name_folded',
    'series',
    'series_folded',
    'artist',
    'artist_folded',
    'artists',
    'artists_folded',
    'owner',
    'owner_folded',
    'size',
    'size_folded',
    'info',
    'spec',
    'story',
    'design',
    'description',
    'history',
    'status',
    'images',
    'search_text',
  ];
  await table(db, 'listings', {
    key: ['id'],
    texts,
    numbers: ['price_cents', 'is_unique', 'created_at', 'updated_at', 'is_demo'],
    optionalNumbers: ['year'],
    checks: {
      listing_status: sql`status in ('available', 'sold', 'discontinued')`,
      listing_price: sql`price_cents > 0`,
    },
  });
  await orderIndex(db, 'listings', 'date', [sql`created_at desc`], ['status']);
  for (const column of ['name_folded', 'price_cents', 'is_unique', 'status'])
    await orderIndex(db, 'listings', column, [sql.ref(column)]);
  for (const column of ['series_folded', 'artist_folded', 'artists_folded', 'owner_folded', 'size_folded'])
    await orderIndex(db, 'listings', column, [
      sql`(case when ${sql.ref(column)} = '' then 1 else 0 end)`,
      sql.ref(column),
    ]);
  await orderIndex(db, 'listings', 'year', [sql`(case when year is null then 1 else 0 end)`, sql`year`]);
  await index(db, 'listings', ['updated_at']);

  await table(db, 'catalog_revision', { key: ['id'], numbers: ['id', 'revision'] });
  await sql`insert into catalog_revision (id, revision) values (1, 1)`.execute(db);
  await table(db, 'pictures', {
    key: ['hash'],
    texts: ['hash', 'url', 'placeholder', 'variants'],
    numbers: ['width', 'height', 'created_at', 'is_demo'],
    optionalNumbers: ['finished_at'],
  });
  await index(db, 'pictures', ['url'], 'unique');
  await sql`create index pictures_unfinished on pictures (created_at, hash) where finished_at is null`.execute(db);
  await table(db, 'shop_logo', { key: ['id'], texts: ['url'], numbers: ['id', 'changed_at'] });
}

async function buying(db: Kysely<AnySchema>): Promise<void> {
  await table(db, 'holds', {
    key: ['listing_id'],
    texts: ['listing_id', 'user_id'],
    numbers: ['expires_at', 'first_held_at'],
    belongsTo: { listing_id: 'listings.id', user_id: 'users.id' },
  });
  await index(db, 'holds', ['user_id']);
  await index(db, 'holds', ['expires_at']);
  await table(db, 'cart_entries', {
    key: ['user_id', 'listing_id'],
    texts: ['user_id', 'listing_id'],
    numbers: ['added_at'],
    belongsTo: { listing_id: 'listings.id', user_id: 'users.id' },
  });
  await index(db, 'cart_entries', ['listing_id']);

  // No reference to users or listings, because orders remain when these are deleted.
  await table(db, 'orders', {
    key: ['id'],
    texts: ['id', 'user_id', 'status', 'payment_method', 'delivery', 'buyer', 'search_text'],
    numbers: ['order_date', 'total_cents', 'changed_at', 'is_demo'],
    optionalNumbers: ['hold_expires_at'],
    checks: {
      order_status: sql`status in ('pending', 'processing', 'paid', 'shipped', 'delivered', 'cancelled')`,
      order_total: sql`total_cents >= 0`,
    },
  });
  await index(db, 'orders', ['user_id', 'order_date'], 'unique');
  await orderIndexes(db);
  await table(db, 'order_items', {
    key: ['order_id', 'listing_id'],
    texts: ['order_id', 'listing_id', 'snapshot'],
    numbers: ['position', 'price_cents', 'is_unique', 'is_live'],
    belongsTo: { order_id: 'orders.id' },
  });
  await index(db, 'order_items', ['listing_id']);
  await sql`create unique index one_live_order_per_unique_piece on order_items (listing_id) where is_live = 1 and is_unique = 1`.execute(
    db,
  );
  await table(db, 'order_events', {
    key: ['id'],
    texts: ['id', 'order_id', 'what'],
    numbers: ['at', 'by_shop', 'position'],
    belongsTo: { order_id: 'orders.id' },
  });
  await index(db, 'order_events', ['order_id', 'position'], 'unique');
  await table(db, 'payments', {
    key: ['id'],
    texts: ['id', 'order_id', 'kind', 'method'],
    numbers: ['amount_cents', 'at', 'position'],
    belongsTo: { order_id: 'orders.id' },
    checks: { payment_kind: sql`kind in ('charge', 'refund')`, payment_amount: sql`amount_cents > 0` },
  });
  await index(db, 'payments', ['order_id', 'position'], 'unique');
  await table(db, 'idempotency_keys', {
    key: ['user_id', 'route', 'key'],
    texts: ['user_id', 'route', 'key', 'body_hash', 'reply'],
    numbers: ['created_at'],
    belongsTo: { user_id: 'users.id' },
  });
  await index(db, 'idempotency_keys', ['created_at']);
  await table(db, 'invoices', {
    key: ['order_id', 'issue'],
    texts: ['order_id', 'number'],
    numbers: ['issue', 'issued_at'],
    belongsTo: { order_id: 'orders.id' },
  });
  await index(db, 'invoices', ['number'], 'unique');
}

async function orderIndexes(db: Kysely<AnySchema>): Promise<void> {
  // Each index includes the columns that decide whether an order is listed, so that lists and counts read only the index.
  const listed = ['status', 'hold_expires_at'];
  await orderIndex(db, 'orders', 'date', [sql`order_date desc`], listed);
  await orderIndex(db, 'orders', 'total', [sql`total_cents`], listed);
  await orderIndex(db, 'orders', 'buyer', [sql`user_id`], listed);
  await orderIndex(db, 'orders', 'status', [sql`status`], ['hold_expires_at']);
  await orderIndex(db, 'orders', 'status_descending', [sql`status desc`], ['hold_expires_at']);
  await orderIndex(db, 'orders', 'id', [], [...listed, 'payment_method']);
  // Includes the total, so that sums over a period read only the index.
  await orderIndex(
    db,
    'orders',
    'status_and_date',
    [sql`status`, sql`order_date desc`],
    ['hold_expires_at', 'total_cents'],
  );
}

async function records(db: Kysely<AnySchema>): Promise<void> {
  await table(db, 'enquiries', {
    key: ['id'],
    texts: ['id', 'name', 'name_folded', 'email', 'email_folded', 'subject', 'subject_folded', 'message'],
    optionalTexts: ['listing_id', 'listing_name'],
    numbers: ['created_at'],
    optionalNumbers: ['done_at'],
  });
  await index(db, 'enquiries', ['created_at', 'id']);
  await index(db, 'enquiries', ['done_at']);
  await table(db, 'outbox', {
    key: ['id'],
    texts: ['id', 'recipient', 'subject', 'text', 'html'],
    numbers: ['created_at', 'attempts', 'next_attempt_at', 'claimed_until'],
    optionalNumbers: ['sent_at'],
  });
  await index(db, 'outbox', ['sent_at', 'next_attempt_at']);
  await table(db, 'audit_entries', {
    key: ['id'],
    texts: ['id', 'admin_id', 'action', 'subject'],
    optionalTexts: ['before', 'after'],
    numbers: ['at'],
  });
  await orderIndex(db, 'audit_entries', 'date', [sql`at desc`]);
  // Includes the column that `q` searches, and the default order.
  await orderIndex(db, 'audit_entries', 'action', [sql`action`], ['subject', 'at']);
  await orderIndex(db, 'audit_entries', 'action_descending', [sql`action desc`]);
  await orderIndex(db, 'audit_entries', 'subject', [sql`subject`]);
  await orderIndex(db, 'audit_entries', 'admin', [sql`admin_id`]);
  await orderIndex(db, 'audit_entries', 'admin_descending', [sql`admin_id desc`]);
}

interface TableShape {
  key: string[];
  texts?: string[];
  optionalTexts?: string[];
  numbers?: string[];
  optionalNumbers?: string[];
  /** Column to 'table.column'. A row is deleted with the row it refers to. */
  belongsTo?: Record<string, string>;
  checks?: Record<string, ReturnType<typeof sql<boolean>>>;
}

async function table(db: Kysely<AnySchema>, name: string, shape: TableShape): Promise<void> {
  const text = textColumn(db);
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const column of shape.texts ?? [])
    builder = builder.addColumn(column, text, (definition) => definition.notNull());
  for (const column of shape.optionalTexts ?? []) builder = builder.addColumn(column, text);
  for (const column of shape.numbers ?? [])
    builder = builder.addColumn(column, 'bigint', (definition) => definition.notNull());
  for (const column of shape.optionalNumbers ?? []) builder = builder.addColumn(column, 'bigint');
  builder = builder.addPrimaryKeyConstraint(`${name}_key`, shape.key);
  for (const [column, target] of Object.entries(shape.belongsTo ?? {})) {
    const [other = '', otherColumn = ''] = target.split('.');
    builder = builder.addForeignKeyConstraint(`${name}_${column}`, [column], other, [otherColumn], (constraint) =>
      constraint.onDelete('cascade'),
    );
  }
  for (const [constraint, condition] of Object.entries(shape.checks ?? {}))
    builder = builder.addCheckConstraint(constraint, condition);
  await builder.execute();
}

/**
 * Creates an index in the order of `keys`, then ascending id. `besides` are further columns, so that queries read only the index.
 * Read backwards it gives the other direction, but with descending ids. Dates are therefore indexed newest first, as lists show
 * them, and columns with few values have a second index for the descending direction.
 */
async function orderIndex(
  db: Kysely<AnySchema>,
  name: string,
  by: string,
  keys: RawBuilder<unknown>[],
  besides: string[] = [],
): Promise<void> {
  const parts = sql.join([...keys, ...['id', ...besides].map((column) => sql.ref(column))]);
  await sql`create index ${sql.ref(`${name}_in_order_of_${by}`)} on ${sql.table(name)} (${parts})`.execute(db);
}

async function index(db: Kysely<AnySchema>, name: string, columns: string[], kind?: 'unique'): Promise<void> {
  const builder = db.schema
    .createIndex(`${name}_by_${columns.join('_')}`)
    .on(name)
    .columns(columns);
  await (kind === 'unique' ? builder.unique() : builder).execute();
}
