import type { Kysely } from 'kysely';
import { isRefusal } from '#contract/errors.ts';
import type { Writer } from './database.ts';
import type { Tables } from './tables.ts';

/** Carries a refusal out of a transaction, so that the engine rolls it back. */
class RefusedInside extends Error {
  readonly answer: unknown;
  constructor(answer: unknown) {
    super('refused');
    this.answer = answer;
  }
}

/** Runs `work` once in a transaction; a refusal it answers is answered, after everything it wrote is undone. */
export async function runTransaction<Answer>(
  connection: Kysely<Tables>,
  work: (tx: Writer) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await connection.transaction().execute(async (tx) => {
      const answer = await work(tx);
      if (isRefusal(answer)) throw new RefusedInside(answer);
      return answer;
    });
  } catch (error) {
    // The answer was put in by this very call, so it has this call's type.
    if (error instanceof RefusedInside) return error.answer as Answer;
    throw error;
  }
}

/** Waits without holding the event loop. */
export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
