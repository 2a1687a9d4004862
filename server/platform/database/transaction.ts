import type { Kysely, Transaction } from 'kysely';
import type { ListingEvent } from '#contract/catalog.ts';
import { isRefusal } from '#contract/errors.ts';
import { compileOnce } from './prepared-query.ts';
import type { Tables } from './tables.ts';

/**
 * What a transaction causes besides its own rows. Each method only notes the effect, so it may be called at any time before the
 * work ends. If an attempt is rolled back or retried, its effects are discarded.
 */
export interface TransactionEffects {
  /**
   * Raises the catalog revision, which makes the cached public pages stale and open admin panels read their orders again; call it when
   * a change affects a public page or an order. It is raised once and last: other transactions wait for this row, so it is locked as
   * briefly as possible. `use` then runs in this transaction with the new number. The row stays locked until the commit, so the numbers
   * are committed in ascending order.
   */
  raiseRevision(use?: (revision: number) => Promise<void>): void;
  /** Sends the event to the listeners of every process once this is committed, and raises the catalog revision. */
  listingChanged(event: ListingEvent): void;
  /**
   * Calls `effect` in this process once this is committed, in the order of the calls. A function that is passed several times is
   * called once.
   */
  afterCommit(effect: () => void): void;
}

export type Writer = Transaction<Tables> & TransactionEffects;

interface Engine {
  /** Retries an attempt after a temporary failure. */
  retry<Result>(attempt: () => Promise<Result>): Promise<Result>;
  /** Called just before the revision is raised. Makes sure that every process gets the event when the transaction commits. */
  announce(tx: Writer, event: ListingEvent): Promise<void> | void;
}

/**
 * Runs `work` in a transaction, then its effects. If it returns a refusal, the transaction is rolled back and the refusal is
 * returned.
 */
export async function runTransaction<Answer>(
  connection: Kysely<Tables>,
  { retry, announce }: Engine,
  work: (tx: Writer) => Promise<Answer>,
): Promise<Answer> {
  const { answer, effects } = await retry(() => attempt(connection, announce, work));
  for (const effect of effects) effect();
  return answer;
}

/** Makes Kysely roll back a transaction whose work returned a refusal. */
class RollbackForRefusal extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super('refused');
    this.refusal = refusal;
  }
}

interface Committed<Answer> {
  answer: Answer;
  effects: Iterable<() => void>;
}

async function attempt<Answer>(
  connection: Kysely<Tables>,
  announce: Engine['announce'],
  work: (tx: Writer) => Promise<Answer>,
): Promise<Committed<Answer>> {
  try {
    return await connection.transaction().execute(async (transaction) => {
      const noted = noteEffects();
      const tx: Writer = Object.assign(transaction, noted.methods);
      const answer = await work(tx);
      if (isRefusal(answer)) throw new RollbackForRefusal(answer);
      for (const event of noted.events) await announce(tx, event);
      if (noted.revisionUses.size > 0) {
        const revision = await raiseRevision(tx);
        for (const use of noted.revisionUses) await use(revision);
      }
      return { answer, effects: noted.effects };
    });
  } catch (error) {
    // It was thrown above, so its refusal has the type `Answer`.
    if (error instanceof RollbackForRefusal) return { answer: error.refusal as Answer, effects: [] };
    throw error;
  }
}

const noUse = async () => undefined;

function noteEffects() {
  const events: ListingEvent[] = [];
  const effects = new Set<() => void>();
  const revisionUses = new Set<(revision: number) => Promise<void>>();
  const methods: TransactionEffects = {
    raiseRevision: (use = noUse) => void revisionUses.add(use),
    listingChanged(event) {
      events.push(event);
      revisionUses.add(noUse);
    },
    afterCommit: (effect) => void effects.add(effect),
  };
  return { methods, events, effects, revisionUses };
}

const revisionRaise = compileOnce({}, (tx) =>
  tx
    .updateTable('catalog_revision')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('id', '=', 1)
    .returning('revision'),
);

async function raiseRevision(tx: Writer): Promise<number> {
  const [raised] = await revisionRaise(tx, {});
  if (!raised) throw new Error('the database has no catalog revision');
  return raised.revision;
}
