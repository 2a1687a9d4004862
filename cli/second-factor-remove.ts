// `./lacquer second-factor:remove EMAIL`: removes the second factor of an account whose owner has lost the app and the recovery
// codes. On SQLite the shop must be stopped, because only one process may open the database.
import { existsSync } from 'node:fs';
import { closeShop } from '#server/assemble-shop.ts';
import { removeSecondFactorByEmail } from '#server/features/accounts/accounts.ts';
import { connect } from '#server/platform/database/connect.ts';
import { StartRefused } from '#server/platform/failures.ts';
import { parseSettings } from '#server/settings.ts';
import { runCommand, UsageError } from './run-command.ts';
import { shopForCommand } from './shop-for-command.ts';

/** Returns the exit code. */
export const main = (words: string[]) =>
  runCommand(async () => {
    const [email, ...others] = words;
    if (!email || others.length > 0) throw new UsageError('Usage: ./lacquer second-factor:remove EMAIL');
    const settings = parseSettings(process.env);
    const { database } = settings;
    if (database.engine === 'sqlite' && !existsSync(database.file))
      throw new StartRefused(`${database.file} does not exist: there is no shop.`);
    const shop = shopForCommand(settings, await connect(database));
    try {
      const removed = await removeSecondFactorByEmail(shop, email);
      if (removed) console.log(`The second factor of ${email} is removed: the password alone is enough to sign in.`);
      else console.error(`No account with the address ${email} has a second factor.`);
      return removed ? 0 : 1;
    } finally {
      await closeShop(shop);
    }
  });

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
