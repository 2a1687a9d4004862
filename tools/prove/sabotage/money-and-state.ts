import { edit, onSqlite, type Sabotage } from './sabotage.ts';

const checkout = 'server/checkout/checkout.ts';
const changes = 'server/orders/order-changes.ts';
const pending = 'server/orders/pending-orders.ts';

const refund = '  await settle(shop, tx, { id: row.id, method: row.payment_method, target: 0 });\n';

/** What an order, its payments and everything around it must say, whatever happened. */
export const moneyAndState: readonly Sabotage[] = [
  {
    name: 'client-price',
    breaks: 'The price is the shop’s, not the one that the browser sends',
    edits: [
      edit(
        checkout,
        'const changed = listings.find((listing) => seen.get(listing.id) !== listing.price_cents);',
        'for (const listing of listings) listing.price_cents = seen.get(listing.id) ?? listing.price_cents;\n  const changed = listings.find(() => false);',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'cancel-without-refund',
    breaks: 'A cancelled order is refunded',
    edits: [edit(changes, refund, '')],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'refund-twice',
    breaks: 'What was paid is refunded once',
    edits: [edit(changes, refund, refund.replace('target: 0', 'target: -row.total_cents'))],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'a-cent-off',
    breaks: 'An order’s total is the sum of its pieces',
    edits: [
      edit(
        changes,
        'const total = items.reduce((sum, item) => sum + item.price_cents, 0);',
        'const total = Math.floor(items.reduce((sum, item) => sum + item.price_cents / 100, 0) * 100 - 0.5);',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'edit-is-free',
    breaks: 'What an edited order costs more is charged, what it costs less is refunded',
    edits: [
      edit(changes, '  await settle(shop, tx, { id: row.id, method: row.payment_method, target: total });\n', ''),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'repetition-refused',
    breaks: 'A confirmation that is repeated is answered as the first one',
    edits: [edit(pending, '  if (ownsPieces(row.status)) return row.id;\n', '')],
    caughtBy: [onSqlite('race')],
  },
  {
    name: 'key-not-kept',
    breaks: 'A checkout that is repeated under its key happens once',
    edits: [
      edit(
        'server/checkout/idempotency.ts',
        '  if (isRefusal(answer)) return answer;\n',
        "  if (isRefusal(answer) || call.route === 'checkout') return answer;\n",
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'key-of-any-body',
    breaks: 'A key is not taken for another body than its first one',
    edits: [edit('server/checkout/idempotency.ts', 'return known.body_hash === bodyHash ? ', 'return known ? ')],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'cart-kept',
    breaks: 'What was bought leaves the cart',
    edits: [
      edit(
        'server/orders/claim.ts',
        '  await takeOutOfCart(\n    tx,\n    order.user_id,\n    listings.map((listing) => listing.id),\n  );\n',
        '',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'deleted-piece-in-carts',
    breaks: 'A deleted piece is in no cart',
    edits: [
      edit(
        'server/database/migrations/0001-shop.ts',
        "    numbers: ['added_at'],\n    belongsTo: { listing_id: 'listings.id', user_id: 'users.id' },\n",
        "    numbers: ['added_at'],\n    belongsTo: { user_id: 'users.id' },\n",
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'payable-for-ever',
    breaks: 'A checkout that ran out can be paid for a day, not longer',
    edits: [edit(pending, "row.status !== 'pending' || ranOutLongAgo(shop, row)", "row.status !== 'pending'")],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'discontinued-for-sale',
    breaks: 'A discontinued piece is sold to nobody',
    edits: [
      edit(
        'server/holds/holds.ts',
        "    if (listing.status === 'discontinued') return [{ ...piece, reason: 'discontinued' }];\n",
        '',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'revision-not-raised',
    breaks: 'After an order has changed no page shows the old state',
    edits: [
      edit(
        changes,
        '    const refused = await change(tx, order);\n    if (refused) return refused;\n    await raiseRevision(tx);\n    return null;\n',
        '    return change(tx, order);\n',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'edited-piece-not-seen',
    breaks: 'After a piece was edited no page shows the old one',
    edits: [
      edit(
        'server/catalog/products.ts',
        '    if (before.status !== after.status) await announceState(shop, tx, id, after.status);\n    await raiseRevision(tx);\n',
        '    if (before.status !== after.status) await announceState(shop, tx, id, after.status);\n',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'live-piece-for-sale-again',
    breaks: 'A piece in a paid order is not made available by hand',
    edits: [
      edit(
        'server/catalog/products.ts',
        '  if (dependsOnOrders && (await selectLiveOrder(tx, before.id, shop.clock())))',
        '  if (changesKind && dependsOnOrders && (await selectLiveOrder(tx, before.id, shop.clock())))',
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
  {
    name: 'hold-outlives-its-buyer',
    breaks: 'With a user go the holds',
    edits: [
      edit(
        'server/database/migrations/0001-shop.ts',
        "    numbers: ['expires_at', 'first_held_at'],\n    belongsTo: { listing_id: 'listings.id', user_id: 'users.id' },\n",
        "    numbers: ['expires_at', 'first_held_at'],\n    belongsTo: { listing_id: 'listings.id' },\n",
      ),
    ],
    caughtBy: [onSqlite('simulation')],
  },
];
