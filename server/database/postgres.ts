import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { listingEvent } from '#contract/catalog.ts';
import { askTogether } from './ask-together.ts';
import type { Database } from './database.ts';
import { isAway, isBusy, isConflict, isDiskFailure } from './dialect.ts';
import { DatabaseAway, DiskFailing, StartRefused } from './failures.ts';
import { createListeners } from './listeners.ts';
import { migrate } from './migrate.ts';
import type { Opening } from './opening.ts';
import { PatientPool } from './patient-pool.ts';
import type { Tables } from './tables.ts';
import { pause, runTransaction } from './transaction.ts';

const channel = 'lacquer_listings';
/** How long the server is waited for at the start, milliseconds (CONTRACT.md, The process). */
const startPatience = 10_000;
/** Apart, so that writes that wait for somebody's locks leave those who only read their connections. */
const poolSizes = { read: 8, write: 10 };
const attempts = 6;
/** Whoever waits for announcements asks so often whether there is still somebody who makes them, milliseconds. */
const pulse = 5_000;
/** Whoever comes while the revision is being asked for waits for it twice at most, and for less than 2 s (CONTRACT.md, The process). */
const revisionPatience = 900;
const revisionQuery = {
  name: 'catalog-revision',
  text: 'select revision from catalog_revision where id = 1',
  query_timeout: revisionPatience,
};
const standbyQuery = { text: 'select pg_is_in_recovery() as standby', query_timeout: 1_500 };

/** PostgreSQL, or any engine that speaks its protocol; any number of processes may share it. */
export async function connectPostgres(url: string, { migrations, say, fill }: Opening): Promise<Database> {
  const pool = openPool(url, poolSizes.read);
  const connection = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const writer = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, poolSizes.write) }) });
  try {
    // Through Kysely: one that was never asked anything does not end its pool.
    await waitUntilThere(connection);
    if (fill) await fill(writer);
    else
      await migrate(writer, migrations, ({ from, steps }) => {
        say(`The database goes from ${from} to ${steps.join(', ')}, in one transaction: wholly, or not at all.`);
      });
    return createDatabase(url, pool, { read: connection, writer });
  } catch (error) {
    await connection.destroy();
    await writer.destroy();
    throw error;
  }
}

function openPool(url: string, size: number): pg.Pool {
  const pool = new PatientPool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 1_500,
    idleTimeoutMillis: 30_000,
    // A server that hangs is as good as away.
    query_timeout: 20_000,
    keepAlive: true,
    types: { getTypeParser },
    verify: refuseStandby,
    options: '-c lock_timeout=10s -c idle_in_transaction_session_timeout=30s',
  });
  // A connection that dies while idle is replaced by the pool; without a listener its error would end the process.
  pool.on('error', () => undefined);
  // One that dies in somebody's hands says so twice: to the query, and here. Unheard, that would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/**
 * A cluster that changes its primary may send us to a standby for a moment. It shows what was true some time ago, and of it we
 * would never hear: such a connection counts as none.
 */
function refuseStandby(client: pg.ClientBase, verified: (error?: Error) => void): void {
  client
    .query<{ standby: boolean }>(standbyQuery)
    .then(
      ({ rows }) => verified(rows[0]?.standby === false ? undefined : new DatabaseAway('a standby answers')),
      verified,
    );
}

function createDatabase(
  url: string,
  pool: pg.Pool,
  { read, writer }: { read: Kysely<Tables>; writer: Kysely<Tables> },
): Database {
  const listeners = createListeners();
  const subscription = subscribe(url, listeners);
  return {
    engine: 'postgres',
    read,
    write: (work) => retryConflicts(() => runTransaction(writer, work)),
    catalogRevision: askTogether(async () => {
      const answer = await orAway(pool.query<{ revision: number }>(revisionQuery));
      return answer.rows[0]?.revision ?? 0;
    }),
    announce: async (tx, event) => {
      await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(tx);
    },
    listen: listeners.listen,
    ping: async () => {
      await orAway(pool.query('select 1'));
      return true;
    },
    close: async () => {
      await subscription.end();
      await Promise.all([read.destroy(), writer.destroy()]);
    },
  };
}

/** int8 and numeric come as text from the driver; the shop's are exact as numbers. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}

async function waitUntilThere(connection: Kysely<Tables>): Promise<void> {
  for (const giveUpAt = performance.now() + startPatience; ; await pause(250)) {
    try {
      await sql`select 1`.execute(connection);
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isAway(error) && !(error instanceof DatabaseAway))
        throw new StartRefused(`DATABASE_URL cannot be used: ${reason}`);
      if (performance.now() > giveUpAt)
        throw new StartRefused('DATABASE_URL: PostgreSQL did not answer within 10 seconds.');
    }
  }
}

async function retryConflicts<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (isDiskFailure(error)) throw new DiskFailing('the disk is full or failing', { cause: error });
      if (isAway(error)) throw new DatabaseAway('PostgreSQL is away', { cause: error });
      if (isBusy(error)) throw new DatabaseAway('rows are locked', { cause: error });
      if (!isConflict(error) || left <= 1) throw error;
    }
  }
}

async function orAway<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isAway(error)) throw new DatabaseAway('PostgreSQL is away', { cause: error });
    throw error;
  }
}

/** One connection of its own that hears what any process announces; made anew whenever it breaks. */
function subscribe(url: string, { tell, miss }: ReturnType<typeof createListeners>) {
  const ending = Promise.withResolvers<void>();
  let ended = false;
  let wasBroken = false;
  const listenUntilBroken = async () => {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 1_500,
      query_timeout: pulse,
    });
    const broken = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload }) => tell(listingEvent.parse(JSON.parse(payload ?? ''))));
    await client.connect();
    try {
      await client.query(`listen ${channel}`);
      if (wasBroken) miss();
      // A machine that lost its power closes no connection: only by asking one hears that nobody is there.
      while (await Promise.race([untilNextPulse(), broken, ending.promise])) await client.query('select 1');
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const running = (async () => {
    while (!ended) {
      await listenUntilBroken().catch(() => undefined);
      wasBroken = true;
      await Promise.race([pause(1_000), ending.promise]);
    }
  })();
  return {
    async end() {
      ended = true;
      ending.resolve();
      await running;
    },
  };
}

/** Keeps no process alive that has nothing else to do. */
function untilNextPulse(): Promise<true> {
  return new Promise((resolve) => setTimeout(resolve, pulse, true).unref());
}
