// `npm run move`: copies the shop's database into an empty one, of either engine, and compares every row.
//
//   npm run move -- DATABASE_URL
//
// Reads the shop's settings: what they name is read and stays as it is. The shop must be stopped; DATA_DIR and MEDIA_URL
// stay as they are, with the pictures and the key. Exits with 0, or with 1 where nothing was moved.
import { moveShop } from '#server/features/backups/move-shop.ts';
import { parseSettings } from '#server/settings.ts';
import { checkBeside } from './invariants.ts';
import { BadWords, exitCodeOf } from './owner-program.ts';

process.exitCode = await exitCodeOf(() => move(process.argv.slice(2)));

async function move(words: string[]): Promise<number> {
  const [url] = words;
  if (url === undefined || words.length > 1) throw new BadWords('npm run move -- DATABASE_URL');
  const source = parseSettings(process.env).database;
  const target = parseSettings({ ...process.env, DATABASE_URL: url }).database;
  const moved = await moveShop(source, target);
  for (const [table, { rows, sha256 }] of moved) console.log(`${table}: ${rows} rows, ${sha256.slice(0, 16)}`);
  console.log(
    'Counts, sums and hashes of every table are equal. Start the shop with the new DATABASE_URL and all else as it was.',
  );
  const violations = await checkBeside(target);
  for (const violation of violations) console.error(violation);
  return violations.length > 0 ? 2 : 0;
}
