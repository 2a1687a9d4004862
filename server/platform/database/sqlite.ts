import { chmodSync, closeSync, existsSync, openSync, realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import BetterSqlite from 'better-sqlite3';
import { Kysely } from 'kysely';
import { currentCaller, currentRights } from '../concurrency/current-caller.ts';
import { createFairQueue } from '../concurrency/fair-queue.ts';
import { DiskFailure, ServiceUnavailable, StartRefused } from '../failures.ts';
import { prepareDirectory } from '../files/durable-directory.ts';
import { renameSynced } from '../files/durable-files.ts';
import { noteCleanEnd, takeCleanEnd } from './clean-end.ts';
import type { ConnectOptions } from './connect-options.ts';
import type { Database } from './database.ts';
import { isBusy, isConflict, isDiskFailure } from './database-errors.ts';
import { startDatabaseWait } from './database-wait.ts';
import { createListeners } from './listeners.ts';
import { migrate, requireLatestSchema, type SchemaChange } from './migrate.ts';
import { type DirectStatement, queryDirectly } from './prepared-query.ts';
import { ReadingDialect, WritingDialect } from './sqlite-dialect.ts';
import type { Tables } from './tables.ts';
import { runTransaction } from './transaction.ts';

/** How long a locked file may block the event loop when reading or opening, milliseconds. Writes retry without blocking it. */
const busyTimeout = 20;
/** Delay before a write that found the file locked is repeated, milliseconds. */
const retryDelay = 10;
/** How long a write waits for a lock of another process, including its time in the queue, milliseconds. */
const writeTimeout = 1_500;

/**
 * Opens the embedded database: WAL, `synchronous=FULL` (committed data survives a power cut), one connection for writing and one for
 * reading. A lock keeps a second shop from opening the file; a command with `besideShop` opens it without this lock. A new file has mode
 * 600.
 */
export async function connectSqlite(path: string, options: ConnectOptions): Promise<Database> {
  prepareDirectory(dirname(path), 'DATABASE_URL');
  const file = join(realpathSync(dirname(path)), basename(path));
  const isNew = !existsSync(file);
  if (isNew && options.besideShop) throw new StartRefused(`${file} does not exist: there is no shop.`);
  const fileLock = options.besideShop ? null : acquireFileLock(isNew ? file : realpathSync(file));
  let writing: BetterSqlite.Database | undefined;
  try {
    if (options.besideShop || !existsSync(file) || !takeCleanEnd(file)) checkHealth(file);
    // SQLite itself would create a file that every user of the machine can read.
    if (isNew) closeSync(openSync(file, 'ax', 0o600));
    writing = openConnection(file);
    await prepareSchema(writing, file, options);
    return createDatabase(writing, openConnection(file), fileLock && { lock: fileLock, file });
  } catch (error) {
    writing?.close();
    if (isNew) for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    fileLock?.close();
    throw error;
  }
}

function prepareSchema(
  writing: BetterSqlite.Database,
  file: string,
  { migrations, log, initialize, besideShop }: ConnectOptions,
): Promise<void> {
  const connection = createKysely(writing);
  if (initialize) return initialize(connection);
  if (besideShop) return requireLatestSchema(connection, migrations);
  const before = (change: SchemaChange) =>
    log(`The database is copied to ${copyBefore(writing, file, change)}, then migrated to ${change.steps.join(', ')}.`);
  return migrate(connection, migrations, { before, copyOf: (step) => existingCopy(file, step) });
}

const copyName = (file: string, step: string) => `${file}.before-${step}`;

function existingCopy(file: string, step: string): string | null {
  const copy = copyName(file, step);
  return existsSync(copy) ? copy : null;
}

/** Copies the database into a file beside it, replacing the copy of an interrupted attempt. Returns the path of the copy. */
function copyBefore(connection: BetterSqlite.Database, file: string, { steps: [first] }: SchemaChange): string {
  const copy = copyName(file, first);
  const draft = `${copy}.draft`;
  rmSync(draft, { force: true, recursive: true });
  try {
    connection.prepare('vacuum into ?').run(draft);
    chmodSync(draft, statSync(file).mode);
    renameSynced(draft, copy);
  } catch (error) {
    rmSync(draft, { force: true });
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(`${copy} cannot be written, and without it the database is not changed: ${reason}`);
  }
  return copy;
}

function createDatabase(
  writing: BetterSqlite.Database,
  reading: BetterSqlite.Database,
  /** The lock that keeps other shops out, and the file that it is for. */
  locked: { lock: BetterSqlite.Database; file: string } | null,
): Database {
  const writer = createKysely(writing);
  reading.pragma('query_only = on');
  writing.pragma('busy_timeout = 0');
  const revision = reading.prepare<[], { revision: number }>('select revision from catalog_revision where id = 1');
  const read = new Kysely<Tables>({ dialect: new ReadingDialect(reading) });
  // `data_version` changes when another connection commits, and this connection never writes.
  const version = reading.prepare<[], number>('pragma data_version').pluck();
  /** Reading `data_version` locks the file, so it is kept until the current event is handled. No request can arrive before that. */
  let knownVersion: number | undefined;
  const forgetVersion = () => {
    knownVersion = undefined;
  };
  queryDirectly(read, {
    version: () => {
      if (knownVersion === undefined) {
        knownVersion = version.get() ?? 0;
        process.nextTick(forgetVersion);
      }
      return knownVersion;
    },
    prepare: (text) => preparedOn(reading, text),
  });
  queryDirectly(writer, { version: null, prepare: (text) => preparedOn(writing, text) });
  /** Valid until the next write of this process: commands that run beside the shop do not change the revision. */
  let knownRevision: number | undefined;
  const listeners = createListeners();
  // The transactions of one process share a connection. Callers take turns, so one with many writes delays the others little.
  const inTurn = createFairQueue({ concurrency: 1, maxWaiting: Number.POSITIVE_INFINITY, busy: '' });
  const writes = new Set<Promise<unknown>>();
  const announce: Parameters<typeof runTransaction>[1]['announce'] = (tx, event) =>
    tx.afterCommit(() => listeners.emit(event));

  return {
    engine: 'sqlite',
    read,
    write: (work) => {
      const giveUpAt = performance.now() + writeTimeout;
      const retry = <Result>(attempt: () => Promise<Result>) =>
        retryWhileBusy(giveUpAt, attempt).finally(() => {
          knownRevision = undefined;
          forgetVersion();
        });
      const checkRights = currentRights();
      const endWait = startDatabaseWait();
      const written = inTurn({ caller: currentCaller() }, () => {
        endWait();
        return runTransaction(writer, { retry, checkRights, announce }, work);
      });
      const settled: Promise<unknown> = written.then(
        () => writes.delete(settled),
        () => writes.delete(settled),
      );
      writes.add(settled);
      return written;
    },
    catalogRevision: () => {
      knownRevision ??= revision.get()?.revision ?? 0;
      return knownRevision;
    },
    listen: listeners.listen,
    ping: async () => reading.prepare('select 1').get() !== undefined,
    close: async () => {
      while (writes.size > 0) await Promise.all(writes);
      reading.close();
      writing.close();
      if (!locked) return;
      noteCleanEnd(locked.file);
      locked.lock.close();
    },
  };
}

function preparedOn(connection: BetterSqlite.Database, text: string): DirectStatement {
  const statement = connection.prepare<unknown[]>(text);
  return {
    rows: (parameters) => statement.all(...parameters),
    change: (parameters) => statement.run(...parameters).changes,
  };
}

/**
 * Makes sure that only one process opens the database file: locks a file beside it until the returned connection is closed. The
 * operating system releases the lock even after `kill -9`. Throws StartRefused if another process has it.
 */
function acquireFileLock(file: string): BetterSqlite.Database {
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

/**
 * Prevents every process of the shop from opening the file until the returned function is called. Throws StartRefused if one
 * has it open.
 */
export function lockSqliteFile(path: string): () => void {
  const fileLock = acquireFileLock(realpathSync(path));
  return () => fileLock.close();
}

/** Throws StartRefused if the file is no database or is damaged. The file is not changed. */
function checkHealth(file: string): void {
  if (!existsSync(file)) return;
  let connection: BetterSqlite.Database | undefined;
  try {
    // A journal of an interrupted first start can only be rolled back by a connection that may write.
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

function createKysely(connection: BetterSqlite.Database): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new WritingDialect(connection) });
}

async function retryWhileBusy<Answer>(giveUpAt: number, attempt: () => Promise<Answer>): Promise<Answer> {
  for (let conflictsLeft = 2; ; ) {
    try {
      return await attempt();
    } catch (error) {
      if (isDiskFailure(error)) throw new DiskFailure('the disk is full or failing', { cause: error });
      if (isConflict(error) && conflictsLeft-- > 0) continue;
      if (!isBusy(error)) throw error;
      if (performance.now() > giveUpAt) throw new ServiceUnavailable('the database is locked', { cause: error });
      await pause(retryDelay);
    }
  }
}
