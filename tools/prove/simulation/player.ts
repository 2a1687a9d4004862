import type { DoorAnswer, Failure } from '#server/testing/door.ts';
import { checkInvariants } from '../../invariants.ts';
import { apply } from './apply.ts';
import { compareBooks, compareWindows } from './books.ts';
import { type Answer, emptyShop, type State } from './model.ts';
import { epoch } from './names.ts';
import { type Does, firstAdmin, type Operation, type Step } from './operations.ts';
import type { Stage } from './stage.ts';
import { pagesShown } from './views.ts';
import { callOf, shownBy } from './wire.ts';

/** What comes next, seen from where the model is; null when that was all. */
export type Source = (state: State, now: number) => Step | null;

export interface Played {
  /** Where shop and model parted, null if they never did. */
  divergence: string | null;
  /** What was done until then. */
  steps: Step[];
}

/** How often an operation was answered how: `checkOut: held`, `cancel: done`. */
export type Tally = Map<string, number>;

export interface Manner {
  seed: number;
  /** In steps: how often the tables are compared, and what the doors show. The last step is always one of both. */
  booksEvery: number;
  windowsEvery: number;
  tally: Tally;
}

/** One sequence in a shop that begins empty. */
export async function play(
  stage: Stage,
  source: Source,
  { seed, booksEvery, windowsEvery, tally }: Manner,
): Promise<Played> {
  await stage.clear(seed);
  let state = emptyShop();
  state.users.set(firstAdmin.label, { email: firstAdmin.email, isAdmin: true, score: 0 });
  const steps: Step[] = [];
  let now = 0;
  for (let step = source(state, now); step !== null; step = source(state, now)) {
    now = step[0]?.at ?? now;
    stage.setTime(now);
    steps.push(step);
    const [only] = step;
    const next =
      step.length === 1 && only
        ? await performOne(stage, state, only, tally)
        : await performAtOnce(stage, state, step, tally);
    if (typeof next === 'string') return { divergence: next, steps };
    state = next;
    const count = steps.length;
    const divergence =
      (count % booksEvery === 0 ? await compareBooks(stage, state, now) : null) ??
      (count % windowsEvery === 0 ? await compareAll(stage, state, now) : null);
    if (divergence) return { divergence, steps };
  }
  return { divergence: await compareAll(stage, state, now), steps };
}

async function compareAll(stage: Stage, state: State, now: number): Promise<string | null> {
  const books = await compareBooks(stage, state, now);
  if (books) return `in the tables, ${books}`;
  const windows = await compareWindows(stage, state, now);
  if (windows) return `at the doors, ${windows}`;
  const violations = await checkInvariants(stage.shop.database.read, epoch + now);
  return violations.length > 0 ? violations.join(' ') : null;
}

/** The state after it, or how shop and model parted. */
async function performOne(stage: Stage, state: State, operation: Operation, tally: Tally): Promise<State | string> {
  const before = await stage.shop.database.catalogRevision();
  const seen = await send(stage, operation);
  const expected = apply(state, operation);
  count(tally, operation.does, expected.answer);
  if (!isAnswered(expected.answer, seen) || seen.shows !== expected.answer.shows)
    return `${inWords(operation)}: the model says ${JSON.stringify(expected.answer)}, the shop ${JSON.stringify(seen)}`;
  const changesPages =
    expected.state !== state && pagesShown(state, operation.at) !== pagesShown(expected.state, operation.at);
  if (changesPages && (await stage.shop.database.catalogRevision()) <= before)
    return `${inWords(operation)} changed what pages show without raising the revision`;
  return expected.state;
}

interface Seen {
  status: number;
  message: string | null;
  shows: string;
}

async function send(stage: Stage, operation: Operation): Promise<Seen> {
  const { endpoint, ...options } = callOf(stage.names(), operation);
  const answer: DoorAnswer<Partial<Failure>> = await stage.call(endpoint, options);
  const isDone = answer.status < 300;
  return {
    status: answer.status,
    message: isDone ? null : (answer.body.message ?? ''),
    shows: isDone ? shownBy(stage.names(), operation, answer) : '',
  };
}

function isAnswered(expected: Answer, { status, message }: Seen): boolean {
  return (
    status === expected.status &&
    (message === null || expected.messages === null || expected.messages.includes(message))
  );
}

/** Any order of them is right, as long as one explains every answer and the shop afterwards. */
async function performAtOnce(stage: Stage, state: State, step: Step, tally: Tally): Promise<State | string> {
  stage.mixTransactions(true);
  const seen = await Promise.all(step.map((operation) => send(stage, operation)));
  stage.mixTransactions(false);
  const now = step[0]?.at ?? 0;
  let difference = '';
  for (const [after, answers] of explanations(state, step, seen)) {
    const found = await compareBooks(stage, after, now);
    if (found === null) {
      for (const [does, answer] of answers) count(tally, does, answer);
      return after;
    }
    difference = found;
  }
  return `at once: ${step.map(inWords).join(' and ')}: no order of them explains ${JSON.stringify(seen)}. ${difference}`;
}

type Answered = readonly (readonly [Does, Answer])[];

/** The shops after those orders of the operations that would be answered as was seen. */
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
    if (!isAnswered(expected.answer, answer) && !isTooLate(expected.answer, answer)) continue;
    if (showsItsOwnMoment.has(operation.does) && expected.answer.shows !== answer.shows) continue;
    const soFar: Answered = [...answers, [operation.does, expected.answer]];
    yield* explanations(expected.state, step, seen, new Set([...done, index]), soFar);
  }
}

/** Whose account goes while an admin's call is under way has lost the rights with it: 403 is as true as 401. */
const isTooLate = (expected: Answer, { status }: Seen) => expected.code === 'signInNeeded' && status === 403;

/** Answered out of the transaction itself; the others look again afterwards, and may see what came between. */
const showsItsOwnMoment: ReadonlySet<Does> = new Set(['register', 'signIn', 'addUser', 'hold', 'checkOut', 'confirm']);

function count(tally: Tally, does: Does, answer: Answer): void {
  const name = `${does}: ${answer.code ?? 'done'}`;
  tally.set(name, (tally.get(name) ?? 0) + 1);
}

export const inWords = (operation: Operation) => JSON.stringify(operation);
