import { join } from 'node:path';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { root, type ShopProcess } from '#server/testing/shop-process.ts';
import { type Account, differences } from '../load/account.ts';
import * as actions from '../load/actions.ts';
import { type Action, accountAfter, type Person, type Piece, send } from '../load/actions.ts';
import { forEachAtOnce } from '../load/at-once.ts';
import { createFixture, type Fixture, newDrawing, newPicture } from '../load/fixture.ts';
import { createWorker } from '../load/workers.ts';
import type { Run } from '../proof.ts';
import { checkAfterStart } from './check.ts';

export interface StepRecord {
  /** Steps at which the process died, by operation. */
  died: Map<string, number>;
  violations: string[];
}

/** Prepares a new person with three pieces of their own, up to the request under test. */
type Prepare = (setup: Setup) => Promise<Action>;

interface Setup {
  fixture: Fixture;
  person: Person;
  pieces: readonly [Piece, Piece, Piece];
  has: Account;
  /** Does it, as one that has to succeed. */
  first(action: Action): Promise<Account>;
  key: string;
}

const paid = async (setup: Setup) => {
  const { person, pieces, first, key } = setup;
  const waiting = await first(actions.checkOut(person, setup.has, pieces.slice(0, 2), key));
  return first(actions.confirm(person, waiting, lastOrder(waiting), key));
};

const operations: Readonly<Record<string, Prepare>> = {
  hold: async ({ person, has, pieces }) => actions.hold(person, has, pieces),
  checkout: async ({ person, has, pieces, first, key }) => {
    const held = await first(actions.hold(person, has, pieces));
    const before = await first(actions.checkOut(person, held, pieces.slice(0, 1), `${key}-before`));
    return actions.checkOut(person, before, pieces.slice(1), key);
  },
  confirm: async ({ person, has, pieces, first, key }) => {
    const added = await first(actions.addToCart(person, has, pieces[0]));
    const waiting = await first(actions.checkOut(person, added, pieces.slice(0, 2), key));
    return actions.confirm(person, waiting, lastOrder(waiting), key);
  },
  cancel: async (setup) => {
    const has = await paid(setup);
    return actions.cancel(setup.person, has, lastOrder(has));
  },
  edit: async (setup) => {
    const has = await paid(setup);
    return actions.edit(setup.person, has, lastOrder(has), setup.pieces.slice(1));
  },
  status: async (setup) => {
    const has = await paid(setup);
    return actions.setStatus(setup.fixture.admin, has, lastOrder(has), 'cancelled');
  },
  register: async ({ person, has, key }) => actions.register(person, has, `guest-${key}@load.example`),
  'upload pictures': async ({ fixture, has }) =>
    actions.uploadPictures(fixture.admin, has, [await newPicture(fixture.random), await newPicture(fixture.random)]),
  'upload logo': async ({ fixture, has }) => actions.uploadLogo(fixture.admin, has, newDrawing(fixture.random)),
};

const byAdmin = ['upload pictures', 'upload logo'];

export interface StepSize {
  operations: readonly string[];
  /** Reading changes nothing, so that dying before it is dying before what comes next. */
  withReads: boolean;
  /** Names of steps, such as `commit`; left out: all of them. */
  only?: readonly string[];
  /** Shops at once. */
  atOnce: number;
}

export const allOperations = Object.keys(operations);

/**
 * The shop dies right before each step of a request: each statement, each change of a file, the answer, and once it is sent. After
 * the next start the request was done or was not; repeated, it is done once.
 */
export async function dieAtEachStep(run: Run, size: StepSize, record: StepRecord): Promise<void> {
  await forEachAtOnce(size.operations, size.atOnce, (operation) => dieAtEachStepOf(operation, run, size, record));
}

const peoplePerOperation = 80;

async function dieAtEachStepOf(operation: string, run: Run, size: StepSize, record: StepRecord): Promise<void> {
  const fixture = await createFixture({
    databaseUrl: await run.newDatabase(),
    directory: join(run.directory, `steps of ${operation}`),
    seed: run.seed,
    people: peoplePerOperation,
    pieces: 5 * peoplePerOperation,
  });
  const nodeOptions = ['--import', join(root, 'proofs', 'crash', 'die-at-step.ts')];
  await using trial = createTrial(fixture, () => fixture.open({ nodeOptions }));
  const steps = await trial.record(operation);
  const tried = [...steps.entries()].filter(
    ([, name]) => (size.withReads || !name.startsWith('select')) && (size.only?.includes(name) ?? true),
  );
  for (const [index, name] of tried) {
    const { died, violations } = await trial.dieAt(operation, name.startsWith('answer') ? name : String(index + 1));
    const where = `${operation}, dead before step ${index + 1} of ${steps.length} (${name}), seed ${run.seed}`;
    record.violations.push(...violations.map((one) => `${where}: ${one}`));
    if (died) record.died.set(operation, (record.died.get(operation) ?? 0) + 1);
  }
  run.log(`${operation}: died at ${record.died.get(operation)} of ${tried.length} steps`);
}

function createTrial(fixture: Fixture, open: () => Promise<ShopProcess>) {
  const people = [...fixture.people];
  const unique = fixture.pieces.filter((piece) => piece.isUnique);
  let opened: ShopProcess | null = null;
  const shop = async () => {
    opened ??= await open();
    return opened;
  };
  const prepare = async (operation: string) => {
    const { address } = await shop();
    const person = byAdmin.includes(operation) ? fixture.admin : people.pop();
    const [one, two, three] = unique.splice(0, 3);
    const [has] = person ? await fixture.accounts([person]) : [];
    if (!(person && one && two && three && has)) throw new Error('too few people or pieces for all steps');
    const first = async (action: Action) => {
      const answer = await sendTo(address, action);
      if (answer.status === 0 || answer.status >= 300) throw refused(action.what, answer);
      return accountAfter(action, answer);
    };
    const key = fixture.random.bytes(8).toString('hex');
    const action = await operations[operation]?.({ fixture, person, pieces: [one, two, three], has, first, key });
    const [before] = await fixture.accounts([person]);
    if (!action || !before) throw new Error(`${operation} is no operation`);
    return { person, action, before };
  };
  return {
    async record(operation: string): Promise<readonly string[]> {
      const { action } = await prepare(operation);
      const answer = await sendTo((await shop()).address, action, { 'x-die-at': '0' });
      const steps = answer.headers['x-steps'];
      if (!steps || answer.status >= 300) throw refused(operation, answer);
      return String(steps).split(', ');
    },
    /** It survives where a step belongs to work that continues after the answer; then it is killed from outside. */
    async dieAt(operation: string, step: string): Promise<{ died: boolean; violations: string[] }> {
      const { person, action, before } = await prepare(operation);
      const dead = await shop();
      const answer = await sendTo(dead.address, action, { 'x-die-at': step });
      await dead.kill();
      opened = null;
      const { address } = await shop();
      const isAnswered = answer.status > 0;
      const worker = createWorker(person, isAnswered ? action.after : before);
      if (!isAnswered) worker.pending = action;
      const violations = await checkAfterStart(fixture, [worker], address);
      return {
        died: !isAnswered || step === 'answered',
        violations: [...violations, ...(await repeat(address, person, action, before))],
      };
    },
    [Symbol.asyncDispose]: async () => void (await opened?.stop()),
  };

  async function repeat(address: string, person: Person, action: Action, before: Account): Promise<string[]> {
    const [found] = await fixture.accounts([person]);
    const isDone = found !== undefined && differences(before, found, before).length > 0;
    const { status } = await sendTo(address, action);
    const isRight = status > 0 && (isDone ? status === (action.again ?? status) && status !== 500 : status < 300);
    const [after] = await fixture.accounts([person]);
    const wrong = after ? differences(action.after, after, before) : ['nothing'];
    return [
      ...(isRight ? [] : [`repeated ${isDone ? 'though done' : 'as it was not done'}, it was answered ${status}`]),
      ...wrong.map((one) => `repeated, it is not done once: ${one}`),
    ];
  }
}

/** One request on a connection of its own. */
async function sendTo(address: string, action: Action, headers?: Record<string, string>) {
  using client = createHttpClient(address, { timeout: 30_000 });
  return await send(client, action, headers);
}

const refused = (what: string, { status, body }: ApiAnswer) => new Error(`${what}: ${status} ${body.message}`);

function lastOrder(has: Account) {
  const order = has.orders.at(-1);
  if (!order) throw new Error('there is an order');
  return order;
}
