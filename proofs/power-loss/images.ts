import { randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { loadCardKeys } from '#server/features/accounts/accounts.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import { connect } from '#server/platform/database/connect.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { parseSettings } from '#server/settings.ts';
import { checkInvariants } from '../../cli/invariants.ts';
import { lostFrom, readAccounts } from '../load/account.ts';
import { scratchFolder } from '../proof.ts';
import { Disk, type Files } from './disk.ts';
import { paths, type Recording } from './recording.ts';
import { placeOf } from './trace.ts';

/** What was found after one power cut. `place`: the place of the recording before which the power was cut. */
export interface Image {
  number: number;
  place: number;
  verdict: ImageVerdict;
}

/**
 * Cuts the power after every sync of the first start and at `images` random moments. About half of the random ones come right after an
 * answer, because a mistake there loses acknowledged data. The images are written to a temporary folder (`scratchFolder`), which is in
 * `directory` if it cannot be in memory.
 */
export async function* cutPower(
  recording: Recording,
  images: number,
  random: SeededRandom,
  directory: string,
): AsyncGenerator<Image> {
  const disk = new Disk(recording.root);
  const scratch = await scratchFolder({ directory });
  const cuts = [...cutsInFirstStart(recording), ...randomCuts(recording, images, random)];
  let next = 0;
  try {
    for (const [number, { place, keepsUnsynced }] of cuts.sort((one, other) => one.place - other.place).entries()) {
      for (let call = recording.calls[next]; call && placeOf(call) < place; call = recording.calls[next]) {
        disk.apply(call);
        next += 1;
      }
      const files = keepsUnsynced ? disk.afterPowerCut(random) : disk.synced();
      const remaining = withRandomSharedMemory(files, random);
      yield { number, place, verdict: await judgeImage(recording, remaining, place, join(scratch, String(number))) };
    }
  } finally {
    await rm(scratch, { recursive: true });
  }
}

interface PowerCut {
  /** The power is cut before this place of the recording. */
  place: number;
  /** Whether changes that were not synced may be on the disk; which of them is random. */
  keepsUnsynced: boolean;
}

/**
 * Cuts right after each sync of the first start, on a disk that keeps nothing that was not synced. The first start creates files and then
 * rows that need them. If the shop forgets to sync the directory of such a file, the next sync of that directory soon hides the mistake, so
 * only a cut right after the sync of the row is certain to show it.
 */
function cutsInFirstStart({ calls, answers: [opened = 0] }: Recording): PowerCut[] {
  const places = calls.filter(({ what }) => what === 'sync').map(placeOf);
  return places.filter((place) => place < opened).map((place) => ({ place: place + 1, keepsUnsynced: false }));
}

function randomCuts({ calls, answers }: Recording, count: number, random: SeededRandom): PowerCut[] {
  return Array.from({ length: count }, () => {
    const place = answers.length > 0 && random.chance(0.5) ? random.pick(answers) : placeOf(random.pick(calls));
    return { place: place + 1, keepsUnsynced: true };
  });
}

/**
 * SQLite changes its shared memory (`-shm`) without system calls, so the recording does not have it. After a power cut it is gone or
 * random.
 */
function withRandomSharedMemory(files: Files, random: SeededRandom): Files {
  const next = new Map(files);
  for (const [path, { length }] of files) {
    if (!path.endsWith('-shm')) continue;
    if (random.chance(0.5)) next.delete(path);
    else next.set(path, random.bytes(length));
  }
  return next;
}

/** The number of checkpoints, which copy SQLite's log into the database. Each of them truncates the database file, which is counted. */
export function checkpointsIn({ calls, root }: Recording): number {
  const database = join(root, paths.database);
  return calls.filter(({ what, path }) => what === 'truncate' && path === database).length;
}

/** What was damaged or lost in a power cut, one sentence each. */
export interface ImageVerdict {
  /** The database does not open, is damaged, contradicts itself, or refers to files that are not as they were. */
  damages: string[];
  /** Acknowledged orders that are missing or different. */
  lostOrders: string[];
  /** Other acknowledged data that is missing or different. */
  lostThings: string[];
  /** How many orders had been acknowledged. */
  orders: number;
}

/**
 * `remaining` are the files after a power cut before `place` of the recording. Opens them as the next start of the shop would, and
 * compares them with what was acknowledged. `directory` must not exist, and is deleted afterwards.
 */
async function judgeImage(
  recording: Recording,
  remaining: Files,
  place: number,
  directory: string,
): Promise<ImageVerdict> {
  const acknowledged = recording.histories.flatMap(({ states }) => states.findLast((one) => one.place < place) ?? []);
  const orders = acknowledged.reduce((sum, { account }) => sum + account.orders.length, 0);
  const verdict: ImageVerdict = { damages: [], lostOrders: [], lostThings: [], orders };
  await writeImage(recording, remaining, directory);
  try {
    const settings = parseSettings({
      DATA_DIR: join(directory, paths.data),
      DATABASE_URL: `file:${join(directory, paths.database)}`,
    });
    const database = await connect(settings.database);
    try {
      verdict.damages.push(...(await missingKey(database.read, recording, remaining)));
      await loadCardKeys(settings, database, randomBytes);
      verdict.damages.push(...(await damages(database.read, recording, remaining, place)));
      await compare(database.read, recording, place, verdict);
    } finally {
      await database.close();
    }
  } catch (error) {
    // Then all acknowledged data counts as lost.
    verdict.damages.push(`the shop does not open: ${error instanceof Error ? error.message : String(error)}`);
    verdict.lostThings.push(
      ...acknowledged.map(({ place: at }) => `the account acknowledged at trace line ${at} cannot be read.`),
    );
    for (let order = 0; order < orders; order += 1) verdict.lostOrders.push('an order cannot be read.');
  }
  await rm(directory, { recursive: true, force: true });
  return verdict;
}

/** Writes all files except for the pictures, which are compared in memory. */
async function writeImage({ root }: Recording, remaining: Files, directory: string): Promise<void> {
  for (const [path, bytes] of remaining) {
    const inside = path.slice(root.length + 1);
    if (inside.startsWith(join(paths.data, 'media/'))) continue;
    await mkdir(dirname(join(directory, inside)), { recursive: true });
    await writeFile(join(directory, inside), bytes);
  }
}

/**
 * A violation if the database names the key of the payment details and `card.key` is missing. (The shop encrypts nothing before the
 * database names the key.) Must be called before loadCardKeys(), which creates a missing key.
 */
async function missingKey(reader: Reader, { root }: Recording, remaining: Files): Promise<string[]> {
  const named = await reader.selectFrom('card_key').select('key_id').where('key_id', '<>', '').execute();
  const isThere = remaining.has(join(root, paths.data, 'card.key'));
  return named.length > 0 && !isThere ? ['card.key is missing, but the database names its key.'] : [];
}

async function damages(reader: Reader, recording: Recording, remaining: Files, place: number): Promise<string[]> {
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(5)`.execute(reader);
  const violations = await checkInvariants(reader, recording.timeOf(place));
  const wasOpen = (recording.answers[0] ?? Number.POSITIVE_INFINITY) < place;
  return [
    ...rows.map((row) => row.integrity_check).filter((result) => result !== 'ok'),
    // The first start creates the admin after the tables. If it is interrupted, the next start creates the admin.
    ...violations.filter((violation) => wasOpen || violation !== 'Nobody is an owner.'),
    ...(await faultyFiles(reader, recording, remaining)),
  ];
}

/**
 * A picture that still exists at the end of the recording must be there unchanged if a row names it, and so must the file of each
 * email that is marked as sent.
 */
async function faultyFiles(reader: Reader, recording: Recording, remaining: Files): Promise<string[]> {
  const pictures = await reader.selectFrom('pictures').select(['url', 'variants']).execute();
  const logos = await reader.selectFrom('shop_logo').select('url').execute();
  const sent = await reader.selectFrom('outbox').select('id').where('sent_at', 'is not', null).execute();
  const files = pictures.flatMap(({ url, variants }) => [url, ...[...variants.matchAll(/\/media\/[\w./]+/g)].flat()]);
  const damaged = [...files, ...logos.map(({ url }) => url)].filter((url) => {
    const path = join(recording.root, paths.data, url);
    const inTheEnd = recording.files.get(path);
    return inTheEnd && !remaining.get(path)?.equals(inTheEnd);
  });
  const emailFiles = [...remaining].filter(
    ([path, bytes]) => path.endsWith('.txt') && recording.files.get(path)?.equals(bytes),
  );
  const sentWithoutFile = sent.filter(({ id }) => !emailFiles.some(([path]) => path.endsWith(`${id}.txt`)));
  return [
    ...damaged.map((url) => `${url} is missing or damaged, but the database refers to it.`),
    ...sentWithoutFile.map(({ id }) => `email ${id} is marked as sent, but its file is missing or damaged.`),
  ];
}

/** Each account must be as it was after the last acknowledged call, or after the call that was running when the power was cut. */
async function compare(reader: Reader, recording: Recording, place: number, verdict: ImageVerdict): Promise<void> {
  const { histories, admin, timeOf } = recording;
  const ids = histories.map(({ id }) => id);
  const accounts = await readAccounts(reader, ids, { admin, now: timeOf(place) });
  for (const [index, { email, states }] of histories.entries()) {
    const known = states.findLastIndex((one) => one.place < place);
    if (known === -1) continue;
    const possible = states.slice(known, known + 2).map(({ account }) => account);
    for (const difference of lostFrom(possible, accounts[index]))
      (difference.startsWith('orders') ? verdict.lostOrders : verdict.lostThings).push(`${email}: ${difference}`);
  }
}
