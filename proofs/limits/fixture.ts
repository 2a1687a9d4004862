import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseSettings } from '#server/settings.ts';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import { createHttpClient, type HttpClient, type Transfer } from '#server/testing/http-client.ts';
import { openShop } from '#server/testing/shop-process.ts';
import { residentMegabytes } from '../../bench/machine.ts';
import { seedClosedShop } from '../../bench/seed-load.ts';
import type { Outcome, Run } from '../proof.ts';

/** A running shop with three years of trade and without rate limits; `honest`: a client that sends nothing excessive. */
export type LimitsFixture = Awaited<ReturnType<typeof openFixture>>;

export type Part = (fixture: LimitsFixture) => Promise<Outcome>;
export type Answer = ApiAnswer & Transfer;

export const cardKey = randomBytes(32).toString('hex');
/** The token for reading the metrics of the shop. */
export const metricsToken = 'for-the-proof-of-limits';
export const nothing: Outcome = { figures: [], violations: [] };

/** `smallDisk`: a folder for DATA_DIR and the embedded database, too small for much trade. */
export async function openFixture(run: Run, smallDisk?: string) {
  const directory = smallDisk ?? join(run.directory, 'shop');
  const databaseUrl =
    smallDisk && run.engine === 'sqlite' ? `file:${join(smallDisk, 'shop.db')}` : await run.newDatabase();
  const isLarge = run.size === 'full' && !smallDisk;
  const counts = isLarge ? { listings: 300, orders: 10_000, users: 3_000 } : { listings: 40, orders: 120, users: 40 };
  const settings = parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: directory });
  const [admin = '', customer = ''] = await seedClosedShop(settings, counts);
  const loopSeen = join(run.directory, 'loop.json');
  const preloaded = ['loop-watch.ts', ...(run.size === 'short' ? ['impatient.ts'] : [])];
  const shop = await openShop({
    databaseUrl,
    directory,
    settings: { LOOP_WATCH: loopSeen, CARD_KEY: cardKey, METRICS_TOKEN: metricsToken },
    nodeOptions: preloaded.flatMap((name) => ['--import', join(import.meta.dirname, name)]),
  });
  const honest = createHttpClient(shop.address);
  return { run, shop, database: settings.database, directory, admin, customer, loopSeen, honest };
}

/** Why the answer is no success; null if it is one. */
export function failureOf({ status, failure, raw }: Answer): string | null {
  return status >= 200 && status < 300 ? null : `${status} ${failure ?? raw}`;
}

/** Why the answer is not the refusal that the contract describes, with the status `wanted`; null if it is. */
export function faultOf(answer: Answer, wanted: number): string | null {
  const { status, headers, body, failure, raw } = answer;
  if (status !== wanted) return `answered ${status} instead of ${wanted}: ${failure ?? raw.toString().slice(0, 200)}`;
  if (body.success !== false || typeof body.message !== 'string') return `${status} without the contract's JSON`;
  if ((status === 429 || status === 503) && !headers['retry-after']) return `${status} without Retry-After`;
  return null;
}

/**
 * Requests pages and lists as the honest client, one after another, for so many milliseconds. Returns how long each answer took,
 * milliseconds; a failure counts as a minute.
 */
export async function honestTimes({ honest }: LimitsFixture, milliseconds: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + milliseconds;
  for (let round = 0; performance.now() < until; round += 1) {
    const answer = await honest.request('GET', round % 2 ? '/' : '/api/listings?page=1&pageSize=20');
    times.push(answer.status === 200 ? answer.milliseconds : 60_000);
    await wait(10);
  }
  return times;
}

export const memoryOf = ({ shop }: LimitsFixture): number => residentMegabytes(shop.child.pid);

export function sendEnquiry(client: HttpClient): Promise<Answer> {
  const body = { name: 'Mai', email: 'mai@example.com', message: 'Is the red tray still there?' };
  return client.request('POST', '/api/contact', { body });
}
