import type { ApiAnswer } from '#server/testing/api-client.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { becomesTrue } from '#server/testing/waiting.ts';
import { type Account, differences } from '../load/account.ts';
import * as actions from '../load/actions.ts';
import { type Action, accountAfter, type Listing, type Person, send } from '../load/actions.ts';
import { forEachAtOnce } from '../load/at-once.ts';
import { type Fixture, newDrawing, newPicture } from '../load/fixture.ts';
import { createWorker } from '../load/workers.ts';
import type { Figure, Outcome, Run } from '../proof.ts';
import { checkAfterStart } from './check.ts';
import { createMortalShop, dieAtEach, type MortalShop, type Trial } from './mortal-shop.ts';

/** Prepares a new person (for uploads: the admin) and three new pieces, up to the request under test. */
type Prepare = (setup: Setup) => Promise<Action>;

interface Setup {
  fixture: Fixture;
  person: Person;
  pieces: readonly Listing[];
  account: Account;
  /** Sends an action, and returns the account after it. Throws if it is refused. */
  mustSucceed(action: Action): Promise<Account>;
  /** An idempotency key. */
  key: string;
}

const payForTwo = async ({ person, account, pieces, mustSucceed, key }: Setup) => {
  const waiting = await mustSucceed(actions.checkOut(person, account, pieces.slice(0, 2), key));
  return mustSucceed(actions.confirm(person, waiting, lastOrder(waiting), key));
};

const operations: Readonly<Record<string, Prepare>> = {
  hold: async ({ person, account, pieces }) => actions.hold(person, account, pieces),
  checkout: async ({ person, account, pieces, mustSucceed, key }) => {
    const held = await mustSucceed(actions.hold(person, account, pieces));
    const before = await mustSucceed(actions.checkOut(person, held, pieces.slice(0, 1), `${key}-before`));
    return actions.checkOut(person, before, pieces.slice(1), key);
  },
  confirm: async ({ person, account, pieces, mustSucceed, key }) => {
    const [listing] = pieces;
    const added = listing ? await mustSucceed(actions.addToCart(person, account, listing)) : account;
    const waiting = await mustSucceed(actions.checkOut(person, added, pieces.slice(0, 2), key));
    return actions.confirm(person, waiting, lastOrder(waiting), key);
  },
  cancel: async (setup) => {
    const account = await payForTwo(setup);
    return actions.cancel(setup.person, account, lastOrder(account));
  },
  edit: async (setup) => {
    const account = await payForTwo(setup);
    return actions.edit(setup.person, account, lastOrder(account), setup.pieces.slice(1));
  },
  status: async (setup) => {
    const account = await payForTwo(setup);
    return actions.setStatus(setup.fixture.admin, account, lastOrder(account), 'cancelled');
  },
  register: async ({ person, account, key }) => actions.register(person, account, `guest-${key}@load.example`),
  'upload pictures': async ({ fixture, account }) =>
    actions.uploadPictures(fixture.admin, account, [
      await newPicture(fixture.random),
      await newPicture(fixture.random),
    ]),
  'upload logo': async ({ fixture, account }) => actions.uploadLogo(fixture.admin, account, newDrawing(fixture.random)),
};

const byAdmin = ['upload pictures', 'upload logo'];

const shopsAtOnce = 2;

export const allOperations = Object.keys(operations);

/**
 * The shop dies right before each step of a request: each statement that is not a read, each change of a file, the answer, and the
 * moment after it was sent; only before those whose names match `dieBefore`. After the next start the request was done completely or not
 * at all; sent again, it takes effect only once.
 */
export async function dieAtEachStep(run: Run, names: readonly string[], dieBefore: string): Promise<Outcome> {
  const violations: string[] = [];
  const figures: Figure[] = [];
  await forEachAtOnce(names, shopsAtOnce, async (operation) => {
    await using shop = await createMortalShop(run, { name: `steps of ${operation}`, people: 80, dieBefore });
    await shop.open();
    const died = await dieAtEach(run, operation, trialOf(shop, operation), violations);
    figures.push({ what: `steps of ${operation} died at`, measured: died });
  });
  return { figures, violations };
}

function trialOf(shop: MortalShop, operation: string): Trial {
  const { fixture } = shop;
  const prepare = async () => {
    const person = byAdmin.includes(operation) ? fixture.admin : shop.newPerson();
    const account = await accountOf(fixture, person);
    const mustSucceed = async (one: Action) => accountAfter(one, await sendSuccessfully(shop, one));
    const key = fixture.random.bytes(8).toString('hex');
    const pieces = shop.newPieces(3);
    const action = await operations[operation]?.({ fixture, person, pieces, account, mustSucceed, key });
    if (!action) throw new Error(`${operation} is no operation`);
    // Background work of the preparation must end first: its steps do not belong to the operation.
    const isQuiet = async () => (await shop.dieAt(0)).length === 0;
    await becomesTrue(isQuiet, { patience: 5_000, every: 30 });
    return { person, action, before: await accountOf(fixture, person) };
  };
  return {
    async record() {
      const { action } = await prepare();
      await sendSuccessfully(shop, action);
      const steps = await shop.dieAt(0);
      // Steps after the answer belong to background work.
      return steps.slice(0, steps.findLastIndex((name) => name.startsWith('answer')) + 1);
    },
    async dieAt(step) {
      const { person, action, before } = await prepare();
      await shop.dieAt(step);
      const { status } = await sendTo(shop, action);
      const isAnswered = status > 0;
      const died = !isAnswered || (await becomesTrue(shop.isDead, { patience: 500 }));
      await shop.kill();
      await shop.open();
      const worker = createWorker(person, isAnswered ? action.after : before);
      if (!isAnswered) worker.pending = action;
      const violations = await checkAfterStart(fixture, [worker], shop.address());
      return { died, violations: [...violations, ...(await repeat(shop, person, action, before))] };
    },
  };
}

async function repeat(shop: MortalShop, person: Person, action: Action, before: Account): Promise<string[]> {
  const found = await accountOf(shop.fixture, person);
  const isDone = differences(before, found, before).length > 0;
  const { status } = await sendTo(shop, action);
  const isRight = status > 0 && (isDone ? status === (action.again ?? status) && status !== 500 : status < 300);
  const wrong = differences(action.after, await accountOf(shop.fixture, person), before);
  return [
    ...(isRight ? [] : [`the request was ${isDone ? 'done' : 'not done'}; sent again, it was answered ${status}`]),
    ...wrong.map((one) => `the request was sent again, and did not take effect exactly once: ${one}`),
  ];
}

async function accountOf(fixture: Fixture, person: Person): Promise<Account> {
  const [account] = await fixture.accounts([person]);
  if (!account) throw new Error(`${person.email} has no account`);
  return account;
}

/** One request on a connection of its own. */
async function sendTo(shop: MortalShop, action: Action) {
  using client = createHttpClient(shop.address(), { timeout: 30_000 });
  return await send(client, action);
}

/** Throws if the action is refused or not answered. */
async function sendSuccessfully(shop: MortalShop, action: Action): Promise<ApiAnswer> {
  const answer = await sendTo(shop, action);
  const { status, body } = answer;
  if (status === 0 || status >= 300) throw new Error(`${action.what}: ${status} ${body.message}`);
  return answer;
}

function lastOrder(account: Account) {
  const order = account.orders.at(-1);
  if (!order) throw new Error('there is no order');
  return order;
}
