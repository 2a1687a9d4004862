import { sql } from 'kysely';
import type { Role } from '#contract/roles.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { isAnyOf, shareJoinedRows } from '#server/platform/database/dialect.ts';
import type { Flag } from '#server/platform/database/flag.ts';
import { compileOnce, prepareQuery } from '#server/platform/database/prepared-query.ts';
import type { SessionsTable } from '#server/platform/database/tables.ts';

export interface LiveSessionRow {
  token_hash: string;
  user_id: string;
  role: Role | null;
  may_set_prices: Flag;
  created_at: number;
  last_seen_at: number;
  confirmed_at: number | null;
}

const queryOfSession = (reader: Reader, tokenHash: string) =>
  reader
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'sessions.token_hash',
      'sessions.user_id',
      'users.role',
      'users.may_set_prices',
      'sessions.created_at',
      'sessions.last_seen_at',
      'sessions.confirmed_at',
    ])
    .where('sessions.token_hash', '=', tokenHash);

const sessionOf = prepareQuery({ tokenHash: '' }, (reader, { tokenHash }) => queryOfSession(reader, tokenHash));

/** The session of a token, with the role of its user. This query runs on every request with a token. */
export async function selectSession(reader: Reader, tokenHash: string): Promise<LiveSessionRow | undefined> {
  return (await sessionOf(reader, { tokenHash }))[0];
}

/**
 * Reads the session in a transaction, which keeps others from deleting it and from changing its user. The time of its last use may be
 * written meanwhile.
 */
export async function lockSessionRow(tx: Writer, tokenHash: string): Promise<LiveSessionRow | undefined> {
  return (await lockedSessionOf(tx, { tokenHash }))[0];
}

const lockedSessionOf = compileOnce({ tokenHash: '' }, (tx, { tokenHash }) =>
  shareJoinedRows(tx, queryOfSession(tx, tokenHash), { undeleted: 'sessions', unchanged: 'users' }),
);

/** All sessions of a user that are stored, by id. Some may have expired. */
export function selectSessionsOf(reader: Reader, userId: string): Promise<SessionsTable[]> {
  return reader.selectFrom('sessions').selectAll().where('user_id', '=', userId).orderBy('id').execute();
}

/** Those of the token hashes that still have a session. */
export async function selectLiveSessions(reader: Reader, tokenHashes: readonly string[]): Promise<Set<string>> {
  if (tokenHashes.length === 0) return new Set();
  const rows = await reader
    .selectFrom('sessions')
    .select('token_hash')
    .where(isAnyOf(reader, sql`token_hash`, tokenHashes))
    .execute();
  return new Set(rows.map(({ token_hash }) => token_hash));
}

export async function insertSession(tx: Writer, row: SessionsTable): Promise<void> {
  await tx.insertInto('sessions').values(row).execute();
}

export async function updateConfirmedAt(tx: Writer, tokenHash: string, at: number): Promise<void> {
  await tx.updateTable('sessions').set({ confirmed_at: at }).where('token_hash', '=', tokenHash).execute();
}

export async function deleteSession(tx: Writer, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

/** Deletes one session of a user. Returns false if the user has none with this id. */
export async function deleteSessionById(tx: Writer, userId: string, id: string): Promise<boolean> {
  const session = tx.deleteFrom('sessions').where('user_id', '=', userId).where('id', '=', id);
  return (await session.returning('id').execute()).length > 0;
}

/** Deletes the sessions of a user. `except`: token hash of the session to keep; null deletes them all. */
export async function deleteSessionsOf(tx: Writer, userId: string, except: string | null): Promise<void> {
  const sessions = tx.deleteFrom('sessions').where('user_id', '=', userId);
  await (except === null ? sessions : sessions.where('token_hash', '<>', except)).execute();
}

export async function deleteExpiredSessions(tx: Writer, userId: string, seenUntil: number): Promise<void> {
  await tx.deleteFrom('sessions').where('user_id', '=', userId).where('last_seen_at', '<=', seenUntil).execute();
}
