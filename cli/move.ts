// `./lacquer move DATABASE_URL`: copies the shop's database into an empty one of either engine and compares every row.
// The shop must be stopped. The source database, DATA_DIR and MEDIA_URL do not change.
// Exit codes: 0 moved, 1 nothing was moved, 2 the copy is complete but violates an invariant (cli/invariants.ts).
import { moveShop } from '#server/features/backups/move-shop.ts';
import { parseSettings } from '#server/settings.ts';
import { checkDatabase } from './invariants.ts';
import { runCommand, UsageError } from './run-command.ts';

/** Returns the exit code. */
export const main = (words: string[]) => runCommand(() => move(words));

async function move(args: string[]): Promise<number> {
  const [url] = args;
  if (url === undefined || args.length > 1) throw new UsageError('Usage: ./lacquer move DATABASE_URL');
  const source = parseSettings(process.env).database;
  const target = parseSettings({ ...process.env, DATABASE_URL: url }).database;
  const moved = await moveShop(source, target);
  for (const [table, { rows, sha256 }] of moved) console.log(`${table}: ${rows} rows, ${sha256.slice(0, 16)}`);
  console.log(
    'Counts, sums and hashes of every table are equal. Start the shop with the new DATABASE_URL and no other change.',
  );
  const violations = await checkDatabase(target);
  for (const violation of violations) console.error(violation);
  return violations.length > 0 ? 2 : 0;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
