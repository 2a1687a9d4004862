import { sql } from 'kysely';
import type { Writer } from './database.ts';
import { isBusy, isConflict, isConnectionFailure, isDiskFailure } from './database-errors.ts';

/**
 * Runs a part of a transaction whose failure does not fail the rest. Returns null, or the error after undoing what the part
 * wrote. Errors that concern the whole transaction are thrown: a conflict, a lock, a disk failure, a lost connection.
 */
export async function tryInSavepoint(tx: Writer, part: () => Promise<void>): Promise<Error | null> {
  await sql`savepoint part`.execute(tx);
  try {
    await part();
  } catch (error) {
    if (isConflict(error) || isBusy(error) || isConnectionFailure(error) || isDiskFailure(error)) throw error;
    await sql`rollback to savepoint part`.execute(tx);
    await sql`release savepoint part`.execute(tx);
    return error instanceof Error ? error : new Error(String(error));
  }
  await sql`release savepoint part`.execute(tx);
  return null;
}
