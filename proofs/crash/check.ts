import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSnapshot } from '#server/platform/database/read-snapshot.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { checkMedia } from '../../cli/invariants/media.ts';
import { checkDatabase } from '../../cli/invariants.ts';
import { type Account, differences } from '../load/account.ts';
import { contentHash } from '../load/actions.ts';
import { type Fixture, mediaOf } from '../load/fixture.ts';
import { rememberPassword, type Worker } from '../load/workers.ts';

/**
 * Checks after a crash that everything acknowledged is there, that an action without an answer was done completely or not at all, and
 * that the invariants hold. Returns the violations, and stores in each worker the account that was found.
 */
export async function checkAfterCrash(
  fixture: Fixture,
  workers: readonly Worker[],
  address: string,
): Promise<string[]> {
  const found = await fixture.accounts(workers.map(({ person }) => person));
  const violations = workers.flatMap((worker, index) => settleWorker(worker, found[index]));
  return [
    ...violations,
    ...(await checkDatabase(fixture.database, mediaOf(fixture))),
    ...(await wrongPictures(workers, address)),
  ];
}

function settleWorker(worker: Worker, found: Account | undefined): string[] {
  const { has, pending, person } = worker;
  if (!found) throw new Error(`the account of ${person.email} was not read`);
  const missing = differences(has, found, has);
  const missingIfDone = pending ? differences(pending.after, found, has) : missing;
  if (pending && missingIfDone.length === 0) rememberPassword(worker, pending);
  worker.has = found;
  worker.pending = null;
  if (missing.length === 0 || missingIfDone.length === 0) return [];
  const half = pending ? `; as if ${pending.what} was done in part: ${missingIfDone.join(', ')}` : '';
  return [`What was acknowledged to ${person.email} is not there: ${missing.join(', ')}${half}`];
}

/** Like `checkAfterCrash`, when the shop has started again. Its start deletes every file that no row names, so none may be left. */
export async function checkAfterStart(
  fixture: Fixture,
  workers: readonly Worker[],
  address: string,
): Promise<string[]> {
  return [...(await checkAfterCrash(fixture, workers, address)), ...(await orphans(fixture))];
}

/** Milliseconds. `checkMedia` allows files without a row for an hour, for uploads in progress; after a start there are none. */
const afterUploads = 3_600_001;

function orphans(fixture: Fixture): Promise<string[]> {
  return readSnapshot(fixture.database, (reader) => checkMedia(reader, mediaOf(fixture), Date.now() + afterUploads));
}

/** A violation for each of a worker's last three pictures and logo that the shop serves with other content than was uploaded. */
async function wrongPictures(workers: readonly Worker[], address: string): Promise<string[]> {
  const violations: string[] = [];
  using client = createHttpClient(address);
  const uploads = workers.flatMap((worker) => [...worker.has.pictures.slice(-3), worker.has.logo]);
  for (const url of uploads.filter((one) => one !== null)) {
    const { raw } = await client.request('GET', url);
    if (contentHash(raw) !== url.split('/')[2]) violations.push(`${url} is not the file that was uploaded`);
  }
  return violations;
}

/** After the shop has stopped cleanly: a violation for each half-written file that is left. */
export async function checkLeftovers(fixture: Fixture): Promise<string[]> {
  const left = await readdir(join(mediaOf(fixture), 'incoming')).catch(() => []);
  const texts = await Promise.all(left.map((name) => readFile(join(mediaOf(fixture), 'incoming', name), 'latin1')));
  return left.map((name, index) => `incoming/${name} stayed behind: ${texts[index]?.slice(0, 80)}`);
}
