// What an error of a database driver means. Both engines are recognised by their codes.

const conflicts = new Set(['40001', '40P01', '23505', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);

/** Whether the transaction conflicts with another one. It can be repeated and then sees what the other one committed. */
export function isConflict(error: unknown): boolean {
  return conflicts.has(codeOf(error));
}

/** Whether another process locks the SQLite file, or another transaction locks a row for longer than `lock_timeout`. */
export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)|^55P03/.test(codeOf(error));
}

/** Whether the PostgreSQL server cannot be reached, shuts down, has no free connection, or is a read-only standby. */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (/^(08|53|25006)/.test(code) || /^57P0/.test(code)) return true;
  if (/^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)$/.test(code)) return true;
  const message = error instanceof Error ? error.message : '';
  return /terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client has encountered a connection error/i.test(
    message,
  );
}

/** Whether the disk of the database or of other files is full or failing. Nothing was written then. */
export function isDiskFailure(error: unknown): boolean {
  return /^SQLITE_(FULL|IOERR|READONLY|CANTOPEN)|^58|^53100|^(ENOSPC|EDQUOT|EFBIG|EIO|EROFS)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}

/** Thrown by a transaction that must begin again, because a row that it needs is no longer the one that it locked. */
export class MustRestart extends Error {
  readonly code = '40001';
}
