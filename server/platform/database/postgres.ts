import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type ListingEvent, listingEvent } from '#contract/catalog.ts';
import { coalesce } from '../concurrency/coalesce.ts';
import { currentRights } from '../concurrency/current-caller.ts';
import { DiskFailure, ServiceUnavailable, StartRefused } from '../failures.ts';
import { BoundedPool } from './bounded-pool.ts';
import type { ConnectOptions } from './connect-options.ts';
import type { Database, Writer } from './database.ts';
import { isBusy, isConflict, isConnectionFailure, isDiskFailure } from './database-errors.ts';
import { createListeners } from './listeners.ts';
import { migrate, requireLatestSchema } from './migrate.ts';
import type { Tables } from './tables.ts';
import { runTransaction } from './transaction.ts';

const channel = 'lacquer_listings';
/** How long a start waits for the server, milliseconds (docs/behaviour/process.md, 4). */
const startTimeout = 10_000;
/** Two pools, so that writes that wait for locks do not use up the connections for reading. */
const poolSizes = { read: 8, write: 10 };
/** How often a transaction runs at most when it conflicts with others. */
const attempts = 6;
/** How often the listening connection checks that the server is still there, milliseconds. */
const heartbeat = 5_000;
/** Milliseconds. A coalesced caller may wait for two queries and must be answered within 2 s (docs/behaviour/process.md, 4). */
const revisionTimeout = 900;
const revisionQuery = {
  name: 'catalog-revision',
  text: 'select revision from catalog_revision where id = 1',
  query_timeout: revisionTimeout,
};
const standbyQuery = { text: 'select pg_is_in_recovery() as standby', query_timeout: 1_500 };

/** Opens PostgreSQL, or an engine that speaks its protocol. Any number of processes may share one database. */
export async function connectPostgres(
  url: string,
  { migrations, log, initialize, besideShop }: ConnectOptions,
): Promise<Database> {
  // Nothing that reads may change anything, as on SQLite.
  const pool = openPool(url, poolSizes.read, '-c default_transaction_read_only=on');
  const connection = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const writer = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: openPool(url, poolSizes.write) }) });
  try {
    // The first query goes through Kysely, because `destroy` ends the pool only after Kysely has used it.
    await waitUntilAvailable(connection);
    if (initialize) await initialize(writer);
    else if (besideShop) await requireLatestSchema(connection, migrations);
    else
      await migrate(writer, migrations, {
        before: ({ from, steps }) =>
          log(`The database is migrated from ${from} to ${steps.join(', ')} in one transaction.`),
      });
    return createDatabase(url, pool, { read: connection, writer });
  } catch (error) {
    await connection.destroy();
    await writer.destroy();
    throw error;
  }
}

function openPool(url: string, size: number, options = ''): pg.Pool {
  const pool = new BoundedPool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 1_500,
    idleTimeoutMillis: 30_000,
    // A server that does not answer for so long counts as unavailable.
    query_timeout: 20_000,
    keepAlive: true,
    types: { getTypeParser },
    verify: refuseStandby,
    options: `-c lock_timeout=10s -c idle_in_transaction_session_timeout=30s ${options}`,
  });
  // The pool replaces an idle connection that breaks. Without a listener its error would end the process.
  pool.on('error', () => undefined);
  // A connection that breaks while in use also emits an error. Without a listener that would end the process.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/**
 * Refuses connections to a standby, to which a cluster may route them for a moment while it changes its primary. A standby returns old
 * data and sends no notifications.
 */
function refuseStandby(client: pg.ClientBase, verified: (error?: Error) => void): void {
  client
    .query<{ standby: boolean }>(standbyQuery)
    .then(
      ({ rows }) =>
        verified(rows[0]?.standby === false ? undefined : new ServiceUnavailable('the PostgreSQL server is a standby')),
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
    write: (work) => runTransaction(writer, { retry: retryConflicts, checkRights: currentRights(), announce }, work),
    catalogRevision: coalesce(async () => {
      const answer = await orUnavailable(pool.query<{ revision: number }>(revisionQuery));
      return answer.rows[0]?.revision ?? 0;
    }),
    listen: listeners.listen,
    ping: async () => {
      await orUnavailable(pool.query('select 1'));
      return true;
    },
    close: async () => {
      await subscription.end();
      await Promise.all([read.destroy(), writer.destroy()]);
    },
  };
}

/** Notifies the listening connections of all processes; PostgreSQL does so when the transaction commits. */
async function announce(tx: Writer, event: ListingEvent): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify(event)})`.execute(tx);
}

/** Returns null for an event that this version of the shop cannot read: during an update, processes of the next version send some. */
function readEvent(payload = ''): ListingEvent | null {
  try {
    return listingEvent.parse(JSON.parse(payload));
  } catch {
    return null;
  }
}

/** Makes the driver return int8 and numeric as numbers instead of text. All values of the shop are exact as numbers. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}

async function waitUntilAvailable(connection: Kysely<Tables>): Promise<void> {
  for (const giveUpAt = performance.now() + startTimeout; ; await pause(250)) {
    try {
      await sql`select 1`.execute(connection);
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isConnectionFailure(error) && !(error instanceof ServiceUnavailable))
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
      if (isDiskFailure(error)) throw new DiskFailure('the disk is full or failing', { cause: error });
      if (isConnectionFailure(error)) throw new ServiceUnavailable('PostgreSQL is unavailable', { cause: error });
      if (isBusy(error)) throw new ServiceUnavailable('rows are locked', { cause: error });
      if (!isConflict(error) || left <= 1) throw error;
    }
  }
}

async function orUnavailable<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (isConnectionFailure(error)) throw new ServiceUnavailable('PostgreSQL is unavailable', { cause: error });
    throw error;
  }
}

/** Passes on the events of all processes, through a connection of its own that is reopened when it breaks. */
function subscribe(url: string, { emit, emitGap }: ReturnType<typeof createListeners>) {
  const ending = Promise.withResolvers<void>();
  let ended = false;
  let wasBroken = false;
  const listenUntilBroken = async () => {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 1_500,
      query_timeout: heartbeat,
    });
    const broken = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
    });
    client.on('notification', ({ payload }) => {
      const event = readEvent(payload);
      if (event) emit(event);
      else emitGap();
    });
    await client.connect();
    try {
      await client.query(`listen ${channel}`);
      if (wasBroken) emitGap();
      // A machine that loses its power closes no connection, so only a query finds out.
      while (await Promise.race([untilNextHeartbeat(), broken, ending.promise])) await client.query('select 1');
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

/** Resolves after `heartbeat`. Its timer does not keep the process alive. */
function untilNextHeartbeat(): Promise<true> {
  return new Promise((resolve) => setTimeout(resolve, heartbeat, true).unref());
}
