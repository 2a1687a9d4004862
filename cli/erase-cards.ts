// `./lacquer erase-cards`: erases the card and BPAY details that customers stored while payments were simulated, before the
// shop takes real payments (docs/payments.md). The shop may be running. Backups are not changed: the command names those
// that it can find.
// Exit codes: 0 erased, 1 not erased.
import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { eraseCards } from '#server/features/accounts/accounts.ts';
import { connect } from '#server/platform/database/connect.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { runCommand } from './run-command.ts';

/** Returns the exit code. */
export const main = () =>
  runCommand(async () => {
    // PAYMENTS is ignored, because this command runs before the keys of the processor are set.
    const settings = parseSettings({ ...process.env, PAYMENTS: '' });
    const database = await connect(settings.database, { besideShop: true });
    try {
      const customers = await eraseCards(database);
      console.log(`Erased the card and BPAY details of ${customers} ${customers === 1 ? 'customer' : 'customers'}.`);
    } finally {
      await database.close();
    }
    const copies = copiesOf(settings);
    for (const copy of copies) console.log(`Still has them (encrypted): ${copy}`);
    console.log(
      'Every file that `./lacquer backup` wrote before now has them too (encrypted): make a new one, delete the old.',
    );
    return 0;
  });

/** The paths of the copies of an SQLite database that were made before its schema changed. */
function copiesOf({ database }: Settings): string[] {
  if (database.engine !== 'sqlite' || !existsSync(database.file)) return [];
  const folder = dirname(database.file);
  const prefix = `${basename(database.file)}.before-`;
  return readdirSync(folder)
    .filter((name) => name.startsWith(prefix))
    .sort()
    .map((name) => join(folder, name));
}

if (import.meta.main) process.exitCode = await main();
