import { type Kysely, PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import type { Reader } from './database.ts';
import type { Tables } from './tables.ts';

/**
 * Where the engines' SQL differs. SQLite has one writer at a time (`begin immediate`), so a transaction there needs no row
 * locks; PostgreSQL takes them. Locks are taken in one order everywhere: user, order, listings by ascending id, then the rest.
 */
export function lockRows<Table extends keyof Tables, Row>(
  reader: Reader,
  query: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return isPostgres(reader) ? query.forUpdate() : query;
}

/** Text that is compared byte by byte, as SQLite does: the same order on every engine and in every locale. */
export function textColumn<Schema>(db: Kysely<Schema>) {
  return isPostgres(db) ? sql`text collate "C"` : 'text';
}

function isPostgres<Schema>(connection: Kysely<Schema>): boolean {
  return connection.getExecutor().adapter instanceof PostgresAdapter;
}

const conflicts = new Set(['40001', '40P01', '23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** Another transaction was in the way: begin anew, and see what it left. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error));
}

/** Another process holds the SQLite file's lock. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(codeOf(error));
}

/** The PostgreSQL server is not there, is going away, or has no connection left. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|53)/.test(code) || /^57P0/.test(code)) return true;
  if (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/.test(code)) return true;
  const message = error instanceof Error ? error.message : '';
  return /terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client has encountered a connection error/i.test(
    message,
  );
}

/** The disk is full or failing: nothing was written. */
export function isDiskFailure(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR)|^58|^53100/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** A substring pattern for `like … escape '\'`: % and _ are letters like others. */
export function containsPattern(folded: string): string {
  return `%${folded.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}
