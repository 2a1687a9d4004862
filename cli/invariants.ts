// What must be true of the shop's database and its media folder at every instant and after any crash.
//
//   node cli/invariants.ts [DATABASE_URL [MEDIA]]   prints OK, or one sentence per violation; exits with 0 or 1
//
// Without arguments both are those of the shop's settings (DATABASE_URL, DATA_DIR, MEDIA_URL); with DATABASE_URL alone no files are
// looked at. Reads only, of one moment, and may be run while the shop is open.
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { createFileStorage } from '#server/features/media/media.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { type Check, rowsOf } from './invariants/check.ts';
import { holdChecks } from './invariants/holds.ts';
import { checkMedia, type MediaPlace } from './invariants/media.ts';
import { orderChecks } from './invariants/orders.ts';
import { peopleChecks } from './invariants/people.ts';
import { pieceChecks } from './invariants/pieces.ts';

const checks: readonly Check[] = [...pieceChecks, ...orderChecks, ...holdChecks, ...peopleChecks];

/**
 * One sentence per violation, none when all is well. `now`, epoch milliseconds: what holds and checkouts are judged by; no
 * earlier than the moment that `reader` sees. Every rule is one statement, so a change between two of them raises no false alarm.
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
    readSnapshot(database, async (reader) => {
      // The first statement fixes the moment that is seen; the clock is read after it.
      await rowsOf(reader, sql`select revision from catalog_revision`);
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
    const own = databaseUrl === undefined ? createFileStorage(settings) : undefined;
    const violations = await checkBeside(settings.database, media === undefined ? own : resolve(media));
    console.log(violations.length === 0 ? 'OK' : violations.join('\n'));
    return violations.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(`The database cannot be read: ${error instanceof Error ? error.message : error}`);
    return 2;
  }
}

if (import.meta.main) process.exitCode = await main(process.argv[2], process.argv[3]);
