// `./lacquer rotate-key`: replaces the key of the card fields by a new one and encrypts all card data anew, while the shop runs.
// With CARD_KEY: first set CARD_KEY_NEXT for all processes and restart them. Run it again after an interruption.
// The card data of backups that were made before can only be read with the old key.
// Exit codes: 0 replaced, 1 not replaced or not completely; the message says why, and both keys work.
import { randomBytes } from 'node:crypto';
import { cardKeyLocation, rotateCardKey } from '#server/features/accounts/accounts.ts';
import { connect } from '#server/platform/database/connect.ts';
import { parseSettings } from '#server/settings.ts';
import { runCommand } from './run-command.ts';

/** Returns the exit code. */
export const main = () =>
  runCommand(async () => {
    const settings = parseSettings(process.env);
    const database = await connect(settings.database, { besideShop: true });
    try {
      const users = await rotateCardKey({ settings, database, randomBytes });
      console.log(`The card data of ${users} customers are encrypted with the new key.`);
      if (settings.cardKey) console.log('Now set CARD_KEY to the value of CARD_KEY_NEXT, and remove CARD_KEY_NEXT.');
      else console.log(`The old key is no longer in ${cardKeyLocation(settings)}. Backups made before still need it.`);
      return 0;
    } finally {
      await database.close();
    }
  });

if (import.meta.main) process.exitCode = await main();
