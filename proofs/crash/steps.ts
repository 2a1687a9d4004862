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

/** Prepares a new person with three pieces of their own, up to the request under test. */
type Prepare = (setup: Setup) => Promise<Action>;

interface Setup {
  fixture: Fixture;
  person: Person;
  pieces: readonly Listing[];
  has: Account;
  /** Sends an action that has to succeed. */
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
    const [listing] = pieces;
    const added = listing ? await first(actions.addToCart(person, has, listing)) : has;
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

const shopsAtOnce = 2;

export const allOperations = Object.keys(operations);

/**
 * The shop dies right before each step of a request: each statement, each change of a file, the answer, and the moment after it was sent.
 * After the next start the request was done or was not; repeated, it is done once.
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
    const has = await accountOf(fixture, person);
    const first = async (action: Action) => {
      const answer = await sendTo(shop, action);
      if (answer.status === 0 || answer.status >= 300) throw refused(action.what, answer);
      return accountAfter(action, answer);
    };
    const key = fixture.random.bytes(8).toString('hex');
    const action = await operations[operation]?.({ fixture, person, pieces: shop.newPieces(3), has, first, key });
    if (!action) throw new Error(`${operation} is no operation`);
    // Background work of the preparation must end first: its steps do not belong to the operation.
    const isQuiet = async () => (await shop.dieAt(0)).length === 0;
    await becomesTrue(isQuiet, { patience: 5_000, every: 30 });
    return { person, action, before: await accountOf(fixture, person) };
  };
  return {
    async record() {
      const { action } = await prepare();
      const answer = await sendTo(shop, action);
      if (answer.status === 0 || answer.status >= 300) throw refused(operation, answer);
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
    ...(isRight ? [] : [`repeated ${isDone ? 'though done' : 'as it was not done'}, it was answered ${status}`]),
    ...wrong.map((one) => `repeated, it is not done once: ${one}`),
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

const refused = (what: string, { status, body }: ApiAnswer) => new Error(`${what}: ${status} ${body.message}`);

function lastOrder(has: Account) {
  const order = has.orders.at(-1);
  if (!order) throw new Error('there is no order');
  return order;
}
