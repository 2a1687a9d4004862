import { edit, onPostgres, onSqlite, type Sabotage } from './sabotage.ts';

const checkout = 'server/checkout/checkout.ts';
const sqlite = 'server/database/sqlite.ts';
const postgres = 'server/database/postgres.ts';
const storedFiles = 'server/media/stored-files.ts';

/** What must be there after a crash, a power cut, a restored backup and a migration. */
export const lasting: readonly Sabotage[] = [
  {
    name: 'answered-before-commit',
    breaks: 'What is answered is committed',
    edits: [
      edit(
        checkout,
        '  const answer = await shop.database.write(async (tx) => {\n',
        '  const early = Promise.withResolvers<OrderDetails | Refusal>();\n  const all = shop.database.write(async (tx) => {\n',
      ),
      edit(
        checkout,
        'return once(shop, tx, call, async () => {',
        'const said = await once(shop, tx, call, async () => {',
      ),
      edit(
        checkout,
        "?? refuse('orderNotFound');\n    });\n  });\n  shop.mailer.wake();\n",
        "?? refuse('orderNotFound');\n    });\n    early.resolve(said);\n    await new Promise((resolve) => setTimeout(resolve, 20));\n    return said;\n  });\n  all.catch(early.reject);\n  const answer = await early.promise;\n  shop.mailer.wake();\n",
      ),
    ],
    caughtBy: [onSqlite('crash')],
  },
  {
    name: 'charge-on-its-own',
    breaks: 'Order, pieces and payment change in one transaction',
    edits: [
      edit(
        'server/orders/pending-orders.ts',
        '  await settle(shop, tx, { id: row.id, method: row.payment_method, target: row.total_cents });\n',
        '  void shop.database.write((own) =>\n    settle(shop, own, { id: row.id, method: row.payment_method, target: row.total_cents }),\n  );\n',
      ),
    ],
    caughtBy: [onSqlite('crash')],
  },
  {
    name: 'upload-without-note',
    breaks: 'An upload that a crash cut short leaves no file that nobody knows',
    edits: [
      edit(
        'server/media/media-store.ts',
        'const note = await files.note(published.map(({ name }) => name)).catch(',
        'const note = await files.note([]).catch(',
      ),
    ],
    caughtBy: [onSqlite('crash')],
  },
  {
    name: 'rows-before-files',
    breaks: 'A picture that the database knows has its file',
    edits: [
      edit(
        'server/media/media-store.ts',
        '    for (const { file, name } of published) await files.publish(file, name);\n    await writeRows();\n',
        '    await writeRows();\n    for (const { file, name } of published) await files.publish(file, name);\n',
      ),
    ],
    caughtBy: [onSqlite('crash')],
  },
  {
    name: 'unheard-connection',
    breaks: 'A database server that dies takes no shop with it',
    edits: [edit(postgres, "  pool.on('connect', (client) => void client.on('error', () => undefined));\n", '')],
    caughtBy: [onPostgres('crash')],
  },
  {
    name: 'postgres-commits-later',
    breaks: 'What PostgreSQL has acknowledged is on its disk',
    edits: [
      edit(postgres, "options: '-c lock_timeout=10s ", "options: '-c synchronous_commit=off -c lock_timeout=10s "),
    ],
    caughtBy: [onPostgres('crash')],
  },
  {
    name: 'synchronous-normal',
    breaks: 'What SQLite has committed survives a power cut',
    edits: [edit(sqlite, "connection.pragma('synchronous = full');", "connection.pragma('synchronous = normal');")],
    caughtBy: [onSqlite('power-loss')],
  },
  {
    name: 'picture-not-synced',
    breaks: 'A picture that was acknowledged is on the disk',
    edits: [edit(storedFiles, '        await syncFile(file.place);\n', '')],
    caughtBy: [onSqlite('power-loss')],
  },
  {
    name: 'name-not-synced',
    breaks: 'The name of a picture that was acknowledged is on the disk',
    edits: [
      edit(
        storedFiles,
        '      for (const path of [dirname(target), directory, dirname(directory)]) await syncDirectory(path);\n',
        '',
      ),
    ],
    caughtBy: [onSqlite('power-loss')],
  },
  {
    name: 'key-not-synced',
    breaks: 'The key of the card fields is on the disk before anything is sealed with it',
    edits: [edit('server/accounts/card-key.ts', '    fsyncSync(descriptor);\n', '')],
    caughtBy: [onSqlite('power-loss')],
  },
  {
    name: 'key-of-no-name',
    breaks: 'The name of the key’s file is on the disk before anything is sealed with it',
    edits: [
      edit(
        'server/accounts/card-key.ts',
        '      unlinkSync(draft);\n    }\n    syncPath(dirname(file));\n',
        '      unlinkSync(draft);\n    }\n',
      ),
    ],
    caughtBy: [onSqlite('power-loss')],
  },
  {
    name: 'backup-without-a-table',
    breaks: 'A backup has every table',
    edits: [
      edit(
        'server/backups/backups.queries.ts',
        'found.filter(({ isView }) => !isView)',
        "found.filter(({ isView, name }) => !isView && name !== 'enquiries')",
      ),
    ],
    caughtBy: [onSqlite('backup')],
  },
  {
    name: 'backup-without-pictures',
    breaks: 'A backup has every picture',
    edits: [
      edit(
        'server/backups/make-backup.ts',
        'of await filesOfMedia(reader)) {',
        'of (await filesOfMedia(reader)).slice(0, 1)) {',
      ),
    ],
    caughtBy: [onSqlite('backup')],
  },
  {
    name: 'backup-of-many-moments',
    breaks: 'A backup is the shop as of one moment',
    edits: [
      edit(
        'server/database/beside.ts',
        '    return await snapshot.execute(work);',
        '    return await work(connection);',
      ),
    ],
    caughtBy: [onSqlite('backup')],
  },
  {
    name: 'backup-not-checked',
    breaks: 'A damaged backup is not restored',
    edits: [edit('server/backups/restore-backup.ts', '      await requireWhole(staging, manifest);\n', '')],
    caughtBy: [onSqlite('backup')],
  },
  {
    name: 'migration-in-pieces',
    breaks: 'A migration is taken whole or not at all',
    edits: [
      edit(
        'server/database/migrate.ts',
        'await migratorOf(connection, migrations).migrateToLatest();',
        'await migratorOf(connection, migrations).migrateToLatest({ disableTransactions: true });',
      ),
    ],
    caughtBy: [onSqlite('backup')],
  },
  {
    name: 'migration-without-a-copy',
    breaks: 'Before a migration the database is kept as it was',
    edits: [
      edit(
        sqlite,
        "    connection.prepare('vacuum into ?').run(draft);\n    chmodSync(draft, statSync(file).mode);\n    syncPath(draft);\n    renameSync(draft, copy);\n",
        '',
      ),
    ],
    caughtBy: [onSqlite('backup')],
  },
];
