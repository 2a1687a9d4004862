import { sql } from 'kysely';
import type { Writer } from './database.ts';
import { isBusy, isConflict, isConnectionFailure, isDiskFailure } from './database-errors.ts';
import { changeOnce } from './prepared-query.ts';

/**
 * Runs a part of a transaction whose failure does not fail the rest. Returns null, or the error after undoing what the part
 * wrote. Errors that concern the whole transaction are thrown: a conflict, a lock, a disk failure, a lost connection.
 */
export async function tryInSavepoint(tx: Writer, part: () => Promise<void>): Promise<Error | null> {
  await begin(tx, {});
  try {
    await part();
  } catch (error) {
    if (isConflict(error) || isBusy(error) || isConnectionFailure(error) || isDiskFailure(error)) throw error;
    await rollBack(tx, {});
    await release(tx, {});
    return error instanceof Error ? error : new Error(String(error));
  }
  await release(tx, {});
  return null;
}

const statement = (text: string) => changeOnce({}, (tx) => ({ compile: () => sql.raw(text).compile(tx) }));
const begin = statement('savepoint part');
const rollBack = statement('rollback to savepoint part');
const release = statement('release savepoint part');
