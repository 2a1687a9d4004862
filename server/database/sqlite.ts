import { chmodSync, closeSync, existsSync, openSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import type { ListingEvent } from '#contract/catalog.ts';
import type { Database, Writer } from './database.ts';
import { isBusy, isConflict, isDiskFailure } from './dialect.ts';
import { DatabaseAway, DiskFailing, StartRefused } from './failures.ts';
import { makeLastingDirectory } from './lasting-directory.ts';
import { createListeners } from './listeners.ts';
import { migrate, type SchemaChange } from './migrate.ts';
import type { Opening } from './opening.ts';
import { syncPath } from './sync-path.ts';
import type { Tables } from './tables.ts';
import { pause, runTransaction } from './transaction.ts';

/** How long a busy file may hold the event loop, milliseconds: for reading, and at the start. A write waits outside of it. */
const busyTimeout = 20;
/** Between two attempts to write, milliseconds. */
const attemptEvery = 10;
/** How long a write waits in all for a lock held by another process, its turn included, milliseconds. */
const patience = 1_500;

/**
 * The embedded database: WAL, `synchronous=FULL` (what was confirmed survives a power cut), one connection that writes and one
 * that reads, and a lock so that one process owns the file. A new file is of mode 600.
 */
export async function connectSqlite(path: string, opening: Opening): Promise<Database> {
  makeLastingDirectory(dirname(path));
  const file = join(realpathSync(dirname(path)), basename(path));
  const ownership = takeOwnership(existsSync(file) ? realpathSync(file) : file);
  const isNew = !existsSync(file);
  let writing: BetterSqlite.Database | undefined;
  try {
    checkHealth(file);
    // SQLite would let everybody on the machine read it.
    if (isNew) closeSync(openSync(file, 'ax', 0o600));
    writing = openConnection(file);
    await bringUp(writing, file, opening);
    return createDatabase(writing, openConnection(file), ownership);
  } catch (error) {
    writing?.close();
    if (isNew) for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    ownership.close();
    throw error;
  }
}

function bringUp(writing: BetterSqlite.Database, file: string, { migrations, say, fill }: Opening): Promise<void> {
  const connection = kyselyOver(writing);
  if (fill) return fill(connection);
  return migrate(connection, migrations, (change) => {
    say(`Keeping ${keepCopy(writing, file, change)}, then the database takes the step ${change.steps.join(', ')}.`);
  });
}

/** The database as it is, beside its file; answers the copy's name. One of an attempt that did not come to its end is replaced. */
function keepCopy(connection: BetterSqlite.Database, file: string, { steps: [first] }: SchemaChange): string {
  const copy = `${file}.before-${first}`;
  const draft = `${copy}.draft`;
  rmSync(draft, { force: true, recursive: true });
  try {
    connection.prepare('vacuum into ?').run(draft);
    chmodSync(draft, statSync(file).mode);
    syncPath(draft);
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`${copy} cannot be written, and without it the database is not changed: ${reason}`);
  }
  syncPath(dirname(copy));
  return copy;
}

function createDatabase(
  writing: BetterSqlite.Database,
  reading: BetterSqlite.Database,
  ownership: BetterSqlite.Database,
): Database {
  const writer = kyselyOver(writing);
  reading.pragma('query_only = on');
  writing.pragma('busy_timeout = 0');
  const revision = reading.prepare<[], { revision: number }>('select revision from catalog_revision where id = 1');
  /** Only this process writes, so it holds until the next commit. */
  let knownRevision: number | undefined;
  const listeners = createListeners();
  const announced = new WeakMap<Writer, ListingEvent[]>();
  const inTurn = createTurns();

  return {
    engine: 'sqlite',
    read: kyselyOver(reading),
    write: (work) => {
      const giveUpAt = performance.now() + patience;
      return inTurn(async () => {
        let events: ListingEvent[] = [];
        const answer = await retryWhileBusy(giveUpAt, () =>
          runTransaction(writer, (tx) => {
            events = [];
            announced.set(tx, events);
            return work(tx);
          }),
        ).finally(() => {
          knownRevision = undefined;
        });
        for (const event of events) listeners.tell(event);
        return answer;
      });
    },
    catalogRevision: () => {
      knownRevision ??= revision.get()?.revision ?? 0;
      return knownRevision;
    },
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

/** Keeps every process of the shop from opening the file until the answer is called. Throws StartRefused if one has it open. */
export function holdSqlite(path: string): () => void {
  const ownership = takeOwnership(realpathSync(path));
  return () => ownership.close();
}

/** A file that is no database, or is damaged, is left as it is. */
function checkHealth(file: string): void {
  if (!existsSync(file)) return;
  let connection: BetterSqlite.Database | undefined;
  try {
    // What a first start left when it was cut off, only a writer may undo.
    connection = new BetterSqlite(file, { readonly: !existsSync(`${file}-journal`) });
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
  return new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(connection) });
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

/** What Kysely leaves to the dialect: a migration in one transaction, so that it is taken whole or not at all. */
class OneTransactionAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Takes the write lock at the beginning, not at the first write: a transaction that has read cannot be refused later. */
class ImmediateSqliteDialect extends SqliteDialect {
  readonly #connection: BetterSqlite.Database;

  constructor(connection: BetterSqlite.Database) {
    super({ database: withKeptStatements(connection) });
    this.#connection = connection;
  }

  override createAdapter() {
    return new OneTransactionAdapter();
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    if (!(driver instanceof SqliteDriver)) throw new Error('Kysely changed its SQLite driver');
    driver.beginTransaction = async (connection: DatabaseConnection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    driver.rollbackTransaction = async (connection: DatabaseConnection) => {
      // A full disk makes SQLite roll back by itself; a second one would fail, and hide why.
      if (this.#connection.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
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

async function retryWhileBusy<Answer>(giveUpAt: number, attempt: () => Promise<Answer>): Promise<Answer> {
  for (let conflictsLeft = 2; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (isDiskFailure(error)) throw new DiskFailing('the disk is full or failing', { cause: error });
      if (isConflict(error) && conflictsLeft-- > 0) continue;
      if (!isBusy(error)) throw error;
      if (performance.now() > giveUpAt) throw new DatabaseAway('the database is locked', { cause: error });
      await pause(attemptEvery);
    }
  }
}
