// What must be true of the shop's database and its media folder at every instant and after any crash (CONTRACT.md, Invariants).
//
//   node tools/invariants.ts [DATABASE_URL [MEDIA]]   prints OK, or one sentence per violation; exits with 0 or 1
//
// Without words both are those of the shop's settings (DATABASE_URL, DATA_DIR, MEDIA_URL); with DATABASE_URL alone no files are
// looked at. Reads only, of one moment, and may be run while the shop is open.
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { readBeside } from '#server/database/beside.ts';
import type { Reader } from '#server/database/database.ts';
import { filesOfShop } from '#server/media/media.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { ask, type Check } from './invariants/ask.ts';
import { holdChecks } from './invariants/holds.ts';
import { checkMedia, type MediaPlace } from './invariants/media.ts';
import { orderChecks } from './invariants/orders.ts';
import { peopleChecks } from './invariants/people.ts';
import { pieceChecks } from './invariants/pieces.ts';

const checks: readonly Check[] = [...pieceChecks, ...orderChecks, ...holdChecks, ...peopleChecks];

/**
 * One sentence per violation, none when all is well. `now`, epoch milliseconds: what holds and checkouts are judged by; no
 * earlier than the moment that `reader` sees. Every rule is one statement, so a change between two of them alarms nobody.
 */
export async function checkInvariants(reader: Reader, now: number): Promise<string[]> {
  const violations: string[][] = [];
  for (const check of checks) violations.push(await check(reader, now));
  return violations.flat();
}

/**
 * The same of one moment of a database that the shop may have open; nothing is migrated, written or locked. `media`: its stored
 * files, or the folder of them, looked at too where it is given.
 */
export async function checkBeside(database: Settings['database'], media?: MediaPlace): Promise<string[]> {
  const look = () =>
    readBeside(database, async (reader) => {
      // The first statement fixes the moment that is seen; the clock is asked after it.
      await ask(reader, sql`select revision from catalog_revision`);
      const now = Date.now();
      return { rows: await checkInvariants(reader, now), files: media ? await checkMedia(reader, media, now) : [] };
    });
  const { rows, files } = await look();
  if (files.length === 0) return rows;
  // Files came and went since that moment: what is violated at a later one, too, is.
  const later = new Set((await look()).files);
  return [...rows, ...files.filter((sentence) => later.has(sentence))];
}

/** The exit code: 0 all is well, 1 something is violated, 2 it could not be looked at. */
async function main(databaseUrl: string | undefined, media: string | undefined): Promise<number> {
  try {
    const settings = parseSettings({ ...process.env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
    const own = databaseUrl === undefined ? filesOfShop(settings) : undefined;
    const violations = await checkBeside(settings.database, media === undefined ? own : resolve(media));
    console.log(violations.length === 0 ? 'OK' : violations.join('\n'));
    return violations.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(`The database cannot be read: ${error instanceof Error ? error.message : error}`);
    return 2;
  }
}

if (import.meta.main) process.exitCode = await main(process.argv[2], process.argv[3]);
