// `node cli/invariants.ts [DATABASE_URL [MEDIA]]`: checks what must always be true of the database and the media files,
// even after a crash. Prints OK or one sentence per violation. Only reads, so the shop may be running.
// Without arguments it checks the database and the media of the shop's settings; with DATABASE_URL alone, no media files.
// Exit codes: 0 no violation, 1 violations, 2 the check was not possible.
import { resolve } from 'node:path';
import { sql } from 'kysely';
import { createFileStorage } from '#server/features/media/media.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { parseSettings, type Settings } from '#server/settings.ts';
import { type Check, runQuery } from './invariants/check.ts';
import { holdChecks } from './invariants/holds.ts';
import { listingChecks } from './invariants/listings.ts';
import { checkMedia, type MediaSource } from './invariants/media.ts';
import { orderChecks } from './invariants/orders.ts';
import { paymentChecks } from './invariants/payments.ts';
import { peopleChecks } from './invariants/people.ts';

const checks: readonly Check[] = [...listingChecks, ...orderChecks, ...paymentChecks, ...holdChecks, ...peopleChecks];

/**
 * Returns one sentence per violation; empty if there is none. `now` (epoch milliseconds) is the time to which holds and checkouts
 * are compared. It must not be earlier than the snapshot that `reader` sees: otherwise a hold that has expired and whose listing was
 * sold since could count as active, and be reported. Each check is one SQL statement, so a change between two checks is not reported
 * as a violation.
 */
export async function checkInvariants(reader: Reader, now: number): Promise<string[]> {
  const violations: string[][] = [];
  for (const check of checks) violations.push(await check(reader, now));
  return violations.flat();
}

/**
 * Checks one snapshot of a database, which a running shop may have open: nothing is migrated, written or locked. Also
 * checks the media files when `media`, their storage or their folder, is given.
 */
export async function checkDatabase(database: Settings['database'], media?: MediaSource): Promise<string[]> {
  const checkOnce = () =>
    readSnapshot(database, async (reader) => {
      // The first statement fixes the snapshot; the clock must be read after it.
      await runQuery(reader, sql`select revision from catalog_revision`);
      const now = Date.now();
      return { rows: await checkInvariants(reader, now), files: media ? await checkMedia(reader, media, now) : [] };
    });
  const { rows, files } = await checkOnce();
  if (files.length === 0) return rows;
  // A file may have been added or deleted after the snapshot: report only what a second check finds too.
  const foundAgain = new Set((await checkOnce()).files);
  return [...rows, ...files.filter((sentence) => foundAgain.has(sentence))];
}

/** Returns the exit code. */
export async function main([databaseUrl, media]: string[]): Promise<number> {
  try {
    const settings = parseSettings({ ...process.env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });
    const ownMedia = databaseUrl === undefined ? createFileStorage(settings) : undefined;
    const violations = await checkDatabase(settings.database, media === undefined ? ownMedia : resolve(media));
    console.log(violations.length === 0 ? 'OK' : violations.join('\n'));
    return violations.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(`The check was not possible: ${error instanceof Error ? error.message : error}`);
    return 2;
  }
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
