import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type ListingEvent, listingEvent } from '#contract/catalog.ts';
import type { Database } from './database.ts';
import { isAway, isConflict } from './dialect.ts';
import { DatabaseAway, StartRefused } from './failures.ts';
import { createListeners } from './listeners.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';
import { pause, runTransaction } from './transaction.ts';

const channel = 'lacquer_listings';
/** How long the server is waited for at the start, milliseconds (CONTRACT.md, The process). */
const startPatience = 10_000;
const poolSize = 12;
const attempts = 6;

/** PostgreSQL, or any engine that speaks its protocol; any number of processes may share it. */
export async function connectPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 1_500,
    idleTimeoutMillis: 30_000,
    // A server that hangs is as good as away.
    query_timeout: 20_000,
    keepAlive: true,
    types: { getTypeParser },
    options: '-c lock_timeout=10s -c idle_in_transaction_session_timeout=30s',
  });
  // A connection that dies while idle is replaced by the pool; without a listener its error would end the process.
  pool.on('error', () => undefined);
  const connection = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await waitUntilThere(pool);
  await migrate(connection);
  return createDatabase(url, pool, connection);
}

function createDatabase(url: string, pool: pg.Pool, connection: Kysely<Tables>): Database {
  const listeners = createListeners();
  const subscription = subscribe(url, listeners.tell);
  return {
    engine: 'postgres',
    read: connection,
    write: (work) => retryConflicts(() => runTransaction(connection, work)),
    catalogRevision: async () => {
      const answer = await orAway(
        pool.query<{ revision: number }>({
          name: 'catalog-revision',
          text: 'select revision from catalog_revision where id = 1',
        }),
      );
      return answer.rows[0]?.revision ?? 0;
    },
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
      await connection.destroy();
    },
  };
}

/** int8 and numeric come as text from the driver; the shop's are exact as numbers. */
function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}

async function waitUntilThere(pool: pg.Pool): Promise<void> {
  for (const giveUpAt = performance.now() + startPatience; ; await pause(250)) {
    try {
      await pool.query('select 1');
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isAway(error)) throw new StartRefused(`DATABASE_URL cannot be used: ${reason}`);
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
      if (isAway(error)) throw new DatabaseAway('PostgreSQL is away', { cause: error });
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
function subscribe(url: string, tell: (event: ListingEvent) => void) {
  const ending = Promise.withResolvers<void>();
  let ended = false;
  const listenUntilBroken = async () => {
    const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 1_500 });
    const broken = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload }) => tell(listingEvent.parse(JSON.parse(payload ?? ''))));
    await client.connect();
    try {
      await client.query(`listen ${channel}`);
      await Promise.race([broken, ending.promise]);
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const running = (async () => {
    while (!ended) {
      await listenUntilBroken().catch(() => undefined);
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
