import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { CompiledQuery, type DatabaseConnection, type Driver, Kysely, SqliteDialect, SqliteDriver } from 'kysely';
import type { ListingEvent } from '#contract/catalog.ts';
import type { Database, Writer } from './database.ts';
import { isBusy, isConflict, isDiskFailure } from './dialect.ts';
import { DatabaseAway, StartRefused } from './failures.ts';
import { createListeners } from './listeners.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './tables.ts';
import { pause, runTransaction } from './transaction.ts';

/** How long a busy file may hold the event loop, milliseconds; longer waits happen outside of it. */
const busyTimeout = 20;
/** How long a lock held by another process is waited for in all, milliseconds. */
const patience = 1_500;

/**
 * The embedded database: WAL, `synchronous=FULL` (what was confirmed survives a power cut), one connection that writes and one
 * that reads, and a lock so that one process owns the file.
 */
export async function connectSqlite(path: string): Promise<Database> {
  mkdirSync(dirname(path), { recursive: true });
  const file = join(realpathSync(dirname(path)), basename(path));
  const ownership = takeOwnership(existsSync(file) ? realpathSync(file) : file);
  try {
    checkHealth(file);
    const writing = openConnection(file);
    await migrate(kyselyOver(writing));
    return createDatabase(writing, openConnection(file), ownership);
  } catch (error) {
    ownership.close();
    throw error;
  }
}

function createDatabase(
  writing: BetterSqlite.Database,
  reading: BetterSqlite.Database,
  ownership: BetterSqlite.Database,
): Database {
  const writer = kyselyOver(writing);
  reading.pragma('query_only = on');
  const revision = reading.prepare<[], { revision: number }>('select revision from catalog_revision where id = 1');
  const listeners = createListeners();
  const announced = new WeakMap<Writer, ListingEvent[]>();
  const inTurn = createTurns();

  return {
    engine: 'sqlite',
    read: kyselyOver(reading),
    write: (work) =>
      inTurn(async () => {
        let events: ListingEvent[] = [];
        const answer = await retryWhileBusy(() =>
          runTransaction(writer, (tx) => {
            events = [];
            announced.set(tx, events);
            return work(tx);
          }),
        );
        for (const event of events) listeners.tell(event);
        return answer;
      }),
    catalogRevision: async () => revision.get()?.revision ?? 0,
    announce: async (tx, event) => {
      announced.get(tx)?.push(event);
    },
    listen: listeners.listen,
    ping: async () => reading.prepare('select 1').get() !== undefined,
    close: async () => {
      await inTurn(async () => undefined);
      reading.close();
      writing.close();
      ownership.close();
    },
  };
}

/**
 * One process owns a file: the operating system's lock on a file beside it says so, held as long as the process lives and
 * let go by the system even after `kill -9`.
 */
function takeOwnership(file: string): BetterSqlite.Database {
  const lock = new BetterSqlite(`${file}.lock`, { timeout: 0 });
  try {
    lock.pragma('locking_mode = exclusive');
    lock.exec('begin exclusive');
    return lock;
  } catch (error) {
    lock.close();
    if (isBusy(error)) throw new StartRefused(`${file} is in use by another process of the shop.`);
    throw new StartRefused(`${file}.lock cannot be used as a lock.`);
  }
}

/** A file that is no database, or is damaged, is left as it is. */
function checkHealth(file: string): void {
  if (!existsSync(file)) return;
  let connection: BetterSqlite.Database | undefined;
  try {
    connection = new BetterSqlite(file, { readonly: true });
    const verdict = connection.pragma('quick_check(1)', { simple: true });
    if (verdict !== 'ok') throw new Error(String(verdict));
  } catch {
    throw new StartRefused(
      `${file} is no database of the shop, or is damaged. It was left as it is; restore a backup.`,
    );
  } finally {
    connection?.close();
  }
}

function openConnection(file: string): BetterSqlite.Database {
  const connection = new BetterSqlite(file, { timeout: busyTimeout });
  connection.pragma('journal_mode = wal');
  connection.pragma('synchronous = full');
  connection.pragma('foreign_keys = on');
  connection.pragma('cache_size = -16000');
  return connection;
}

function kyselyOver(connection: BetterSqlite.Database): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ database: withKeptStatements(connection) }) });
}

/** Kysely prepares every query anew; the same text is prepared once here. */
function withKeptStatements(connection: BetterSqlite.Database) {
  const kept = new Map<string, BetterSqlite.Statement<unknown[]>>();
  return {
    close: () => connection.close(),
    prepare(text: string) {
      const known = kept.get(text);
      if (known) return known;
      const statement = connection.prepare<unknown[]>(text);
      if (kept.size > 500) kept.clear();
      kept.set(text, statement);
      return statement;
    },
  };
}

/** Takes the write lock at the beginning, not at the first write: a transaction that has read cannot be refused later. */
class ImmediateSqliteDialect extends SqliteDialect {
  override createDriver(): Driver {
    const driver = super.createDriver();
    if (!(driver instanceof SqliteDriver)) throw new Error('Kysely changed its SQLite driver');
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    return driver;
  }
}

/** Transactions of one process, one after another: they share a connection. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function retryWhileBusy<Answer>(attempt: () => Promise<Answer>): Promise<Answer> {
  const giveUpAt = performance.now() + patience;
  for (let conflictsLeft = 2; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (isDiskFailure(error)) throw new DatabaseAway('the disk is full or failing', { cause: error });
      if (isConflict(error) && conflictsLeft-- > 0) continue;
      if (!isBusy(error)) throw error;
      if (performance.now() > giveUpAt) throw new DatabaseAway('the database is locked', { cause: error });
      await pause(busyTimeout);
    }
  }
}
