import type { AsyncCommand } from 'fast-check';
import { hasRole } from '#contract/roles.ts';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import type { ApiAnswer, CallOptions, Failure } from '#server/testing/api-client.ts';
import { checkInvariants } from '../../cli/invariants.ts';
import { accountRules, adminRules } from './account-rules.ts';
import { buyingRules } from './buying-rules.ts';
import { compareAnswers, compareTables } from './compare.ts';
import { generateStep } from './generate.ts';
import { epoch } from './labels.ts';
import {
  type Answer,
  copyOf,
  type Does,
  firstAdmin,
  isShown,
  no,
  type Operation,
  pagesShown,
  type Request,
  type Rule,
  type Rules,
  type State,
  type Step,
} from './model.ts';
import type { SimulatedShop } from './shop.ts';

/** The model side of one history. */
export interface Model {
  state: State;
  /** Milliseconds since the history began. */
  now: number;
  /** Operations generated so far. */
  count: number;
  /** The hold that somebody renews for as long as possible. */
  renewing: Request | null;
  /** Steps run so far, of one to four operations each. */
  steps: Step[];
  /** How many steps there are from one comparison of the tables to the next. */
  compareEvery: number;
  /** How often an operation had this answer: `createCheckout: held`, `cancelOrder: done`. */
  tally: Map<string, number>;
}

export function createModel(options: Pick<Model, 'compareEvery' | 'tally'>): Model {
  const state = copyOf({});
  state.users.set(firstAdmin.label, { email: firstAdmin.email, role: 'owner', score: 0 });
  return { state, now: 0, count: 0, renewing: null, steps: [], ...options };
}

/** The shop and the model differ. */
export class Divergence extends Error {}

/**
 * One step of a history. It is generated from its seed and the model's state the first time it runs and stays the same from
 * then on, so that shrinking leaves out steps without changing those that remain.
 */
export class StepCommand implements AsyncCommand<Model, SimulatedShop> {
  readonly #seed: number;
  #step: Step | null = null;

  constructor(seed: number) {
    this.#seed = seed;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, shop: SimulatedShop): Promise<void> {
    this.#step ??= generateStep(createRandom(this.#seed), model);
    const step = this.#step;
    const [first] = step;
    if (!first) return;
    model.now = first.at;
    shop.setTime(model.now);
    model.steps.push(step);
    model.state = await runStep(shop, model, step);
    if (model.steps.length % model.compareEvery !== 0) return;
    const difference = await compareTables(shop, model.state, model.now);
    if (difference) throw new Divergence(difference);
  }

  toString(): string {
    return JSON.stringify(this.#step);
  }
}

/** Compares the tables, all answers and the invariants. */
export async function compareAll(shop: SimulatedShop, { state, now }: Model): Promise<void> {
  const tables = await compareTables(shop, state, now);
  if (tables) throw new Divergence(`in the tables, ${tables}`);
  const answers = await compareAnswers(shop, state, now);
  if (answers) throw new Divergence(`in the answers, ${answers}`);
  const violations = await checkInvariants(shop.database.read, epoch + now);
  if (violations.length > 0) throw new Divergence(violations.join(' '));
}

/**
 * Begins all operations of the step at once, and returns the model's state after them. Throws Divergence if no order of the operations
 * explains every answer and the tables.
 */
async function runStep(shop: SimulatedShop, { state, now, tally }: Model, step: Step): Promise<State> {
  const isAlone = step.length === 1;
  const before = await shop.database.catalogRevision();
  shop.mixTransactions(!isAlone);
  const seen = await Promise.all(step.map((operation) => send(shop, operation)));
  shop.mixTransactions(false);
  let difference = `The model says ${JSON.stringify(step.map((operation) => apply(state, operation).answer))}.`;
  for (const [after, answers] of explanations(state, step, seen)) {
    const found = isAlone ? null : await compareTables(shop, after, now);
    if (found !== null) difference = found;
    else if (pagesShown(state, now) !== pagesShown(after, now) && (await shop.database.catalogRevision()) <= before)
      difference = 'What pages show changed, but the catalog revision did not rise.';
    else {
      for (const [does, answer] of answers) count(tally, does, answer);
      return after;
    }
  }
  throw new Divergence(`${JSON.stringify(step)}: no order explains ${JSON.stringify(seen)}. ${difference}`);
}

/** An answer of the shop. */
interface Seen {
  status: number;
  /** Null on success. */
  message: string | null;
  /** The body of a success, with labels. */
  shows: unknown;
}

async function send(shop: SimulatedShop, { n, does, by, key = null, ...operation }: Operation): Promise<Seen> {
  const labels = shop.labels();
  const endpoint = does === 'register' || does === 'signIn' ? 'authenticate' : does;
  const answer: ApiAnswer<Partial<Failure>> = await shop.call(endpoint, {
    // `toIds` replaces labels by ids and changes nothing else. `at` is not an option and is ignored.
    ...(labels.toIds(operation) as CallOptions),
    token: by === null ? null : labels.idOf(by),
    ...(key !== null && { headers: { 'idempotency-key': key } }),
  });
  if (answer.status >= 300) return { status: answer.status, message: answer.body.message ?? '', shows: {} };
  labels.learnFrom({ n, does }, answer.body);
  return { status: answer.status, message: null, shows: labels.toLabels(answer.body) };
}

function isAnswered(expected: Answer, { status, message }: Seen): boolean {
  return (
    status === expected.status &&
    (message === null || expected.messages === null || expected.messages.includes(message))
  );
}

type Answered = readonly (readonly [Does, Answer])[];

/** Yields, for each order of the operations that explains the answers seen, the state after it and the model's answers. */
function* explanations(
  state: State,
  step: Step,
  seen: readonly Seen[],
  done: ReadonlySet<number> = new Set(),
  answers: Answered = [],
): Generator<readonly [State, Answered]> {
  if (done.size === step.length) yield [state, answers];
  for (const [index, operation] of step.entries()) {
    const answer = seen[index];
    if (done.has(index) || !answer) continue;
    const expected = apply(state, operation);
    const isAlone = step.length === 1;
    if (!isAnswered(expected.answer, answer) && (isAlone || !mayBeForbidden(expected.answer, answer))) continue;
    if ((isAlone || showsItsOwnMoment.has(operation.does)) && !isShown(expected.answer.shows, answer.shows)) continue;
    const soFar: Answered = [...answers, [operation.does, expected.answer]];
    yield* explanations(expected.state, step, seen, new Set([...done, index]), soFar);
  }
}

/** An admin whose account is deleted during the call has lost the rights with it: 403 is as right as 401. */
const mayBeForbidden = (expected: Answer, { status }: Seen) => expected.code === 'signInNeeded' && status === 403;

/** Operations whose answer is made within their transaction. The others read again afterwards, and may see a later change. */
const showsItsOwnMoment: ReadonlySet<Does> = new Set([
  'register',
  'signIn',
  'addUser',
  'holdPieces',
  'createCheckout',
  'createOrder',
  'confirmPayment',
]);

function count(tally: Model['tally'], does: Does, answer: Answer): void {
  const name = `${does}: ${answer.code ?? 'done'}`;
  tally.set(name, (tally.get(name) ?? 0) + 1);
}

const rules: Rules = { ...accountRules, ...buyingRules, ...adminRules };

/** What the model answers, and the state after it: the same one when it refused. */
function apply(state: State, operation: Operation): { answer: Answer; state: State } {
  const user = operation.by === null ? undefined : state.sessions.get(operation.by);
  const refused = refuseCaller(state, operation, user);
  if (refused) return { answer: refused, state };
  const next = copyOf(state);
  // `rules` maps each operation to its own rule.
  const rule = rules[operation.does] as Rule<Does>;
  const answer = rule(next, operation, user ?? '');
  return { answer, state: answer.code === null ? next : state };
}

/** How long a given password counts as a recent confirmation of identity, milliseconds. */
const confirmationLasts = 15 * 60_000;
/** Operations that need the role owner, and a recent confirmation too. */
const ownersOnly: ReadonlySet<Does> = new Set(['addUser', 'setAdmin', 'setRole', 'deleteUser']);

/** Session, role and confirmation are checked before anything else. */
function refuseCaller(state: State, { does, by, at }: Operation, user: string | undefined): Answer | null {
  if (does === 'register' || does === 'signIn' || does === 'signOut') return null;
  if (user === undefined) return no('signInNeeded');
  const role = state.users.get(user)?.role ?? null;
  if (does in adminRules && role === null) return no('adminNeeded');
  if (does in adminRules && !hasRole(role, ownersOnly.has(does) ? 'owner' : 'staff')) return no('roleNeeded');
  const isConfirmed = (state.confirmed.get(by ?? '') ?? 0) + confirmationLasts > at;
  return ownersOnly.has(does) && !isConfirmed ? no('confirmationNeeded') : null;
}
