import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connect } from '#server/platform/database/connect.ts';
import { parseSettings } from '#server/settings.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { openShop, type ShopProcess } from '#server/testing/shop-process.ts';
import { seedLoad } from '../../bench/seed-load.ts';
import type { Figure, Outcome, Run } from '../proof.ts';

/** What one part of the proof sees: a running shop with load, and an honest client. */
export interface LimitsFixture {
  run: Run;
  shop: ShopProcess;
  databaseUrl: string;
  /** DATA_DIR */
  directory: string;
  honest: HttpClient;
  /** Of sessions that live; the first one is an admin's. */
  admin: string;
  customer: string;
  /** Where loop-watch.ts writes. */
  loopSeen: string;
}

export type Part = (fixture: LimitsFixture) => Promise<Outcome>;

export const cardKey = randomBytes(32).toString('hex');

interface Ground {
  /** DATA_DIR, and where the embedded database is. */
  place: string;
  isSmall?: boolean;
}

/** A shop with three years of trade, without rate limits, whose event loop is watched from its first moment. */
export async function openFixture(run: Run, ground?: Ground): Promise<LimitsFixture> {
  const directory = ground?.place ?? join(run.directory, 'shop');
  const databaseUrl =
    ground && run.engine === 'sqlite' ? `file:${join(ground.place, 'shop.db')}` : await run.newDatabase();
  const counts =
    run.size === 'full' && !ground?.isSmall
      ? { listings: 300, orders: 10_000, users: 3_000 }
      : { listings: 40, orders: 120, users: 40 };
  const database = await connect(parseSettings({ DATABASE_URL: databaseUrl, DATA_DIR: directory }).database);
  const [admin = '', customer = ''] = await seedLoad(database, counts, Date.now()).finally(() => database.close());
  const loopSeen = join(run.directory, 'loop.json');
  const shop = await openShop({
    databaseUrl,
    directory,
    settings: { LOOP_WATCH: loopSeen, CARD_KEY: cardKey },
    nodeOptions: preloaded('loop-watch.ts', ...(run.size === 'short' ? ['impatient.ts'] : [])),
  });
  return { run, shop, databaseUrl, directory, admin, customer, loopSeen, honest: createHttpClient(shop.address) };
}

const preloaded = (...names: string[]) => names.flatMap((name) => ['--import', join(import.meta.dirname, name)]);

/** A time is judged where the table is made; tests run on machines that do other things. */
export function timed(run: Run, what: string, milliseconds: number, atMost: number): Figure {
  return { what, measured: milliseconds, unit: 'ms', ...(run.size === 'full' && { wanted: { atMost } }) };
}

export function joined(outcomes: readonly Outcome[]): Outcome {
  return {
    figures: outcomes.flatMap(({ figures }) => figures),
    violations: outcomes.flatMap(({ violations }) => violations),
  };
}
