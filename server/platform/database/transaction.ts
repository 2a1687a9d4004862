import type { Kysely, Transaction } from 'kysely';
import type { ListingEvent } from '#contract/catalog.ts';
import { isRefusal } from '#contract/errors.ts';
import { type CheckRights, runInBackground } from '../concurrency/current-caller.ts';
import { changeOnce, compileOnce } from './prepared-query.ts';
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
  /**
   * Checks now, instead of at the end of the transaction, that the caller still has the rights of the call. For work that ends these
   * rights itself, such as an owner who gives up the role: call it before that, after the work has locked its own rows.
   */
  checkCaller(): Promise<void>;
}

export type Writer = Transaction<Tables> & TransactionEffects;

interface Engine {
  /** Retries an attempt after a temporary failure. */
  retry<Result>(attempt: () => Promise<Result>): Promise<Result>;
  /** What the call that makes the transaction must check; null if the shop makes it. */
  checkRights: CheckRights | null;
  /** Called just before the revision is raised. Makes sure that every process gets the event when the transaction commits. */
  announce(tx: Writer, event: ListingEvent): Promise<void> | void;
}

/**
 * Runs `work` in a transaction, then its effects. If it returns a refusal, the transaction is rolled back and the refusal is
 * returned. If the caller has lost the rights of the call, it is rolled back and throws.
 */
export async function runTransaction<Answer>(
  connection: Kysely<Tables>,
  { retry, ...engine }: Engine,
  work: (tx: Writer) => Promise<Answer>,
): Promise<Answer> {
  const { answer, effects } = await retry(() => attempt(connection, engine, work));
  for (const effect of effects) runInBackground(effect);
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
  { announce, checkRights }: Omit<Engine, 'retry'>,
  work: (tx: Writer) => Promise<Answer>,
): Promise<Committed<Answer>> {
  try {
    return await connection.transaction().execute(async (transaction) => {
      const noted = noteEffects();
      let checking: Promise<void> | undefined;
      const checkCaller = () => {
        checking ??= checkRights?.(tx) ?? Promise.resolve();
        return checking;
      };
      const tx: Writer = Object.assign(transaction, noted.methods, { checkCaller });
      const answer = await work(tx);
      if (isRefusal(answer)) throw new RollbackForRefusal(answer);
      // At the end, because the work has its stronger locks by then: locks taken in the other order would often be deadlocks.
      await checkCaller();
      for (const event of noted.events) await announce(tx, event);
      await raiseRevision(tx, noted.revisionUses);
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
  const methods: Omit<TransactionEffects, 'checkCaller'> = {
    raiseRevision: (use = noUse) => void revisionUses.add(use),
    listingChanged(event) {
      events.push(event);
      revisionUses.add(noUse);
    },
    afterCommit: (effect) => void effects.add(effect),
  };
  return { methods, events, effects, revisionUses };
}

// Without `returning`, for which SQLite makes a table: few transactions use the number.
const revisionRaise = changeOnce({}, (tx) =>
  tx
    .updateTable('catalog_revision')
    .set((row) => ({ revision: row('revision', '+', 1) }))
    .where('id', '=', 1),
);

const currentRevision = compileOnce({}, (tx) =>
  tx.selectFrom('catalog_revision').select('revision').where('id', '=', 1),
);

async function raiseRevision(tx: Writer, uses: ReadonlySet<(revision: number) => Promise<void>>): Promise<void> {
  if (uses.size === 0) return;
  if ((await revisionRaise(tx, {})) === 0) throw new Error('the database has no catalog revision');
  const callers = [...uses].filter((use) => use !== noUse);
  const [raised] = callers.length === 0 ? [] : await currentRevision(tx, {});
  for (const use of callers) await use(raised?.revision ?? 0);
}
