// `./lacquer demo:remove`: removes the demo data, like the button in the admin panel.
// On SQLite the shop must be stopped, because only one process may open the database.
import { existsSync } from 'node:fs';
import { isRefusal } from '#contract/errors.ts';
import { closeShop } from '#server/assemble-shop.ts';
import { removeDemo } from '#server/features/demo/remove-demo.ts';
import { connect } from '#server/platform/database/connect.ts';
import type { Database } from '#server/platform/database/database.ts';
import { StartRefused } from '#server/platform/failures.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { runCommand } from './run-command.ts';
import { shopForCommand } from './shop-for-command.ts';

/** Returns the exit code. */
export const main = () =>
  runCommand(async () => {
    const settings = parseSettings(process.env);
    const shop = shopForCommand(settings, await openDatabase(settings));
    try {
      return await remove(shop);
    } finally {
      await closeShop(shop);
    }
  });

async function openDatabase({ database }: Settings): Promise<Database> {
  if (database.engine === 'sqlite' && !existsSync(database.file))
    throw new StartRefused(`${database.file} does not exist: there is no shop to remove the demo from.`);
  return connect(database).catch((error: unknown) => {
    if (!(error instanceof StartRefused) || !error.message.includes('in use')) throw error;
    throw new StartRefused(
      'The shop is running: use the button under Demo in its admin panel, or stop the shop first.',
    );
  });
}

async function remove(shop: Shop): Promise<number> {
  const removed = await removeDemo(shop, null);
  if (isRefusal(removed)) {
    console.error(removed.message);
    return 1;
  }
  const { listings, users, orders } = removed;
  console.log(`Removed from the demo: ${listings} pieces, ${users} customers and ${orders} orders.`);
  return 0;
}

if (import.meta.main) process.exitCode = await main();
