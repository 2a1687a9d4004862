import { edit, onPostgres, onSqlite, type Sabotage } from './sabotage.ts';

const uniqueIndex = 'server/database/migrations/0001-shop.ts';
const claim = 'server/orders/claim.ts';
const holds = 'server/holds/holds.ts';
const holdsQueries = 'server/holds/holds.queries.ts';
const catalogQueries = 'server/catalog/catalog.queries.ts';
const accountsQueries = 'server/accounts/accounts.queries.ts';
const dialect = 'server/database/dialect.ts';

const withoutTheLastWord = [
  edit(
    uniqueIndex,
    'create unique index one_live_order_per_unique_piece',
    'create index one_live_order_per_unique_piece',
  ),
  edit(catalogQueries, "    .where('id', '=', id)\n    .where('status', '=', from)\n", "    .where('id', '=', id)\n"),
];
const anybodysHold = edit(
  holdsQueries,
  "\n        .where((where) => where.or([where('holds.user_id', '=', hold.user_id), where('holds.expires_at', '<=', now)])),",
  ',',
);

/** What keeps two buyers from having one piece, and two of anything from stepping on each other. */
export const oneBuyer: readonly Sabotage[] = [
  {
    name: 'no-locks',
    breaks: 'A piece that two claim at once is locked, and the unique index has the last word',
    edits: [
      ...withoutTheLastWord,
      anybodysHold,
      edit(dialect, 'return isPostgres(reader) ? query.forUpdate() : query;', 'return query;'),
    ],
    caughtBy: [onPostgres('race')],
  },
  {
    name: 'held-is-free',
    breaks: 'What one buyer holds no other gets',
    edits: [edit(holds, 'listing.is_unique === 1 ? foreign.get(listing.id) : undefined', 'undefined'), anybodysHold],
    caughtBy: [onSqlite('race')],
  },
  {
    name: 'claim-without-look',
    breaks: 'A checkout that ran out is paid only while every piece is still free',
    edits: [
      edit(
        claim,
        'return refuseUnavailable(await unavailableTo(shop, tx, userId, listings)) ?? listings;',
        'return listings;',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'sold-stays-available',
    breaks: 'A piece is sold exactly while an order owns it',
    edits: [
      edit(
        claim,
        "    await announceState(shop, tx, listing.id, 'sold');\n  }\n  await keepLive(tx, order.id, listings);\n",
        "    await announceState(shop, tx, listing.id, 'sold');\n  }\n",
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'admins-unlocked',
    breaks: 'Of two admins who demote each other at once one stays',
    edits: [
      edit(
        accountsQueries,
        ".where((where) => where.or([where('is_admin', '=', 1), where('id', '=', userId)]))\n    .orderBy('id');\n  return lockRows(tx, users).execute();",
        ".where((where) => where.or([where('is_admin', '=', 1), where('id', '=', userId)]))\n    .orderBy('id');\n  return users.execute();",
      ),
    ],
    caughtBy: [onPostgres('race')],
  },
  {
    name: 'orders-unlocked',
    breaks: 'What is done to one order at once is done one after another',
    edits: [
      edit(
        accountsQueries,
        "return lockRows(tx, tx.selectFrom('users').selectAll().where('id', '=', id)).executeTakeFirst();",
        "return tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();",
      ),
      edit(
        'server/orders/orders.queries.ts',
        "return lockRows(tx, tx.selectFrom('orders').selectAll().where('id', '=', id)).executeTakeFirst();",
        "return tx.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();",
      ),
    ],
    caughtBy: [onPostgres('race')],
  },
  {
    name: 'conflict-is-an-accident',
    breaks: 'Buyers who meet in the database are answered, not failed',
    edits: [
      edit(
        catalogQueries,
        "where('id', 'in', ids).orderBy('id')).execute();",
        "where('id', 'in', ids).orderBy(sql`random()`)).execute();",
      ),
      edit(dialect, "new Set(['40001', '40P01', '23505',", 'new Set(['),
    ],
    caughtBy: [onPostgres('race')],
  },
  {
    name: 'last-admin-asked-outside',
    breaks: 'Whether an admin is the last one is asked in the transaction that takes the rights',
    edits: [
      edit(
        'server/accounts/users.ts',
        '  const user = await shop.database.write(async (tx) => {\n    const locked = await lockAdminsAnd(tx, userId);\n',
        '  const locked = await shop.database.write((tx) => lockAdminsAnd(tx, userId));\n  const user = await shop.database.write(async (tx) => {\n',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'last-device-wins',
    breaks: 'Carts of two devices become one',
    edits: [
      edit(
        'server/cart/cart.ts',
        '    const isNew = await insertEntry(',
        '    await deleteAllEntries(tx, userId);\n    const isNew = await insertEntry(',
      ),
    ],
    caughtBy: [onSqlite('race')],
  },
  {
    name: 'second-checkout-beside-the-first',
    breaks: 'A buyer has one checkout at a time',
    edits: [
      edit(
        'server/checkout/checkout.ts',
        '  await endPendingCheckouts(shop, tx, userId, { kept: listings.map((listing) => listing.id) });\n',
        '',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'hold-for-ever',
    breaks: 'Nobody keeps a piece from others by renewing a hold without end',
    edits: [edit(holds, 'Math.min(now + length, firstHeldAt + longestHoldInRow * length)', 'now + length')],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'held-piece-deleted',
    breaks: 'A piece that somebody is paying for is not deleted',
    edits: [
      edit(
        'server/catalog/products.ts',
        "    if (await isHeld(tx, id, shop.clock())) return refuse('pieceOnHold', { name: row.name });\n",
        '',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
];
