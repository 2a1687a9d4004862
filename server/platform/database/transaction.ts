import type { Kysely } from 'kysely';
import { isRefusal } from '#contract/errors.ts';
import type { Writer } from './database.ts';
import type { Tables } from './tables.ts';

/** Makes Kysely roll back a transaction whose work returned a refusal. */
class RollbackForRefusal extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super('refused');
    this.refusal = refusal;
  }
}

/** Runs `work` once in a transaction. If it returns a refusal, the transaction is rolled back and the refusal is returned. */
export async function runTransaction<Answer>(
  connection: Kysely<Tables>,
  work: (tx: Writer) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await connection.transaction().execute(async (tx) => {
      const answer = await work(tx);
      if (isRefusal(answer)) throw new RollbackForRefusal(answer);
      return answer;
    });
  } catch (error) {
    // Thrown only above, with an answer of this call.
    if (error instanceof RollbackForRefusal) return error.refusal as Answer;
    throw error;
  }
}
