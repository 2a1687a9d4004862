import { setTimeout as pause } from 'node:timers/promises';
import { asCents } from '#contract/money.ts';
import { canCancel, orderStatuses } from '#contract/states.ts';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import { createHttpClient, type Transfer } from '#server/testing/http-client.ts';
import { becomesTrue } from '#server/testing/waiting.ts';
import type { Account } from './account.ts';
import type { Action, Listing, Person } from './actions.ts';
import * as actions from './actions.ts';
import { type Fixture, newDrawing, newPicture } from './fixture.ts';

/** Somebody who sends one request after another, and what is known about their account. */
export interface Worker {
  person: Person;
  /** The account after everything that was answered with success. */
  has: Account;
  /** The request that was sent and not answered; null if there is none. */
  pending: Action | null;
  /** The account after each success, oldest first. */
  history: Acknowledged[];
}

/** What the account must be from an answer on, and the connection and number of that answer. */
export interface Acknowledged extends Pick<Transfer, 'connection' | 'ordinal'> {
  account: Account;
}

export const createWorker = (person: Person, has: Account): Worker => ({ person, has, pending: null, history: [] });

export async function createWorkers(fixture: Fixture): Promise<Worker[]> {
  const people = [fixture.admin, ...fixture.people];
  const accounts = await fixture.accounts(people);
  return accounts.flatMap((has, index) => (people[index] ? createWorker(people[index], has) : []));
}

export interface LoadRecord {
  /** The number of requests that were answered with success. */
  acknowledged: number;
  /** The same by kind of request (`Action.what`). */
  done: Map<string, number>;
  violations: string[];
}

export const createLoadRecord = (): LoadRecord => ({ acknowledged: 0, done: new Map(), violations: [] });

interface WorkOptions {
  /** The maximum number of requests of each worker. */
  most?: number;
  /** Milliseconds between two requests. */
  pause?: number;
  /** Makes the admin upload pictures more often. */
  uploadsOften?: boolean;
}

type WorkFixture = Pick<Fixture, 'random' | 'admin' | 'pieces'> & WorkOptions;

/** Lets everybody work until `end()`, which resolves when the requests under way are done. */
export function startWork(
  fixture: Pick<Fixture, 'random' | 'admin' | 'pieces'>,
  workers: readonly Worker[],
  address: string,
  record: LoadRecord,
  options: WorkOptions = {},
): { end(): Promise<unknown>; ended: Promise<unknown> } {
  const stop = new AbortController();
  const shared = { ...fixture, ...options };
  const working = workers.map((worker) => work(shared, worker, { address, record, until: stop.signal }));
  const ended = Promise.all(working);
  // An error must not be an unhandled rejection before `end()` reports it.
  ended.catch(() => undefined);
  return {
    ended,
    end() {
      stop.abort();
      return ended;
    },
  };
}

/** Sends requests until one is not answered, or with 503. Any other status above 499 is a violation. */
async function work(
  fixture: WorkFixture,
  worker: Worker,
  { address, record, until }: { address: string; record: LoadRecord; until: AbortSignal },
): Promise<void> {
  const { most = Number.POSITIVE_INFINITY, pause: between = 0 } = fixture;
  using client = createHttpClient(address, { connections: 1, timeout: 30_000 });
  for (let count = 0; count < most && !until.aborted; count += 1) {
    const action = await nextAction(fixture, worker);
    worker.pending = action;
    const answer = await actions.send(client, action);
    if (answer.status === 0 || answer.status === 503) break;
    if (answer.status >= 500) record.violations.push(`${action.what} was answered ${answer.status}`);
    if (answer.status < 300) {
      record.acknowledged += 1;
      record.done.set(action.what, (record.done.get(action.what) ?? 0) + 1);
      worker.has = actions.accountAfter(action, answer);
      const { connection, ordinal } = answer;
      worker.history.push({ account: worker.has, connection, ordinal });
      rememberPassword(worker, action);
    } else if (action.what === 'sign-in')
      record.violations.push(`${worker.person.email} cannot sign in: ${answer.body.message}`);
    worker.pending = null;
    if (between > 0) await pause(between);
  }
}

/** The number of acknowledged requests that `randomMoment` waits for is below this. */
const mostEffects = 40;
/** Longest wait for them, milliseconds: a slow machine must not wait for ever. */
const longestWait = 5_000;

/** Resolves at a random moment: after some further acknowledged requests, and some milliseconds more. */
export async function randomMoment({ random }: Pick<Fixture, 'random'>, record: LoadRecord): Promise<void> {
  const enough = record.acknowledged + random.below(mostEffects);
  await becomesTrue(() => record.acknowledged >= enough, { patience: longestWait, every: 1 });
  await pause(random.below(20));
}

/** After a change of the password, notes the new one for the next sign-in. */
export function rememberPassword({ person }: Worker, { what, options: { body } }: Action): void {
  if (what === 'password' && body instanceof Object && 'newPassword' in body)
    person.password = String(body.newPassword);
}

async function nextAction(fixture: WorkFixture, worker: Worker): Promise<Action> {
  for (;;) {
    const action = worker.person === fixture.admin ? await asAdmin(fixture, worker) : asCustomer(fixture, worker);
    if (action) return action;
  }
}

/** Text that a database engine, a file or JSON could damage. */
const oddText = '“漆” \\ " \' \t \u2028 Nguyễn';

/** A random action of a customer; null if the chosen one is not possible now. Actions that hash a password are rare. */
function asCustomer({ random, admin, pieces }: WorkFixture, { person, has }: Worker): Action | null {
  const wanted = random.shuffled(pieces).slice(0, 1 + random.below(3));
  const [listing] = wanted;
  const orders = has.orders.filter((order) => order.id !== '');
  const order = orders.length > 0 ? random.pick(orders) : null;
  const waiting = orders.find((one) => one.waits);
  const paid = orders.filter((one) => canCancel(one.status));
  if (!listing) return null;
  const dice = random.below(100);
  const key = random.bytes(8).toString('hex');
  if (paid.length > 4) return actions.cancel(person, has, random.pick(paid));
  if (dice < 20) return actions.addToCart(person, has, listing);
  if (dice < 30) return actions.hold(person, has, wanted);
  if (dice < 33) return actions.releaseHolds(person, has);
  if (dice < 65)
    return waiting ? actions.confirm(person, has, waiting, key) : actions.checkOut(person, has, wanted, key);
  if (dice < 70) return actions.checkOut(person, has, wanted, key);
  if (dice < 79) return paid.length > 0 ? editOf(random, person, has, pieces) : null;
  if (dice < 84) return paid.length > 0 ? actions.cancel(person, has, random.pick(paid)) : null;
  if (dice < 89) return order && actions.setStatus(admin, has, order, random.pick(orderStatuses));
  if (dice < 95) return actions.saveProfile(person, has, { name: `Anna “漆” Nguyễn ${key}`, phone: `04${key}` });
  if (dice < 98) return actions.writeMessage(person, has, `May I see ${listing.id}? ${oddText} ${key}`);
  if (dice < 99) return random.chance(0.3) ? actions.signIn(person, has) : null;
  if (random.chance(0.15)) return actions.changePassword(person, has, `a new one ${key}`);
  return random.chance(0.15) ? actions.register(person, has, `guest-${key}@load.example`) : null;
}

function editOf(random: SeededRandom, person: Person, has: Account, listings: readonly Listing[]): Action {
  const order = random.pick(has.orders.filter((one) => one.id !== '' && canCancel(one.status)));
  const known = listings.filter(({ id }) => order.items.includes(id));
  const kept = random.shuffled(known).slice(0, random.below(known.length + 1));
  const added = random.shuffled(listings.filter(({ id }) => !order.items.includes(id))).slice(0, 1);
  return actions.edit(person, has, order, [...kept, ...added]);
}

async function asAdmin({ random, uploadsOften }: WorkFixture, { person, has }: Worker): Promise<Action | null> {
  const key = random.bytes(6).toString('hex');
  const [line] = random.shuffled(has.products);
  const product = line === undefined ? null : listingOf(line);
  const dice = random.below(100);
  // Some stories are longer than a page of the database.
  const story = `Told ${'lacquer '.repeat(random.below(600))}${oddText} ${key}`;
  if (uploadsOften && random.chance(0.3)) return uploadOf(random, person, has);
  if (dice < 30 || !product) {
    const added = { name: `Crash ${key}`, cents: asCents(100 + random.below(90_000)), story };
    return actions.addListing(person, has, added);
  }
  if (dice < 75)
    return actions.changeListing(person, has, product, { ...product, cents: asCents(product.cents + 100), story });
  if (dice < 90) return actions.deleteListing(person, has, product);
  if (dice < 96) return random.chance(0.5) ? uploadOf(random, person, has) : null;
  return random.chance(0.3) ? actions.uploadLogo(person, has, newDrawing(random)) : null;
}

async function uploadOf(random: SeededRandom, person: Person, has: Account): Promise<Action> {
  const pictures = [await newPicture(random), await newPicture(random)].slice(0, 1 + random.below(2));
  return actions.uploadPictures(person, has, pictures);
}

function listingOf(line: string): actions.Product {
  const [name = '', cents = '', story = ''] = line.split(' · ');
  return { name, cents: asCents(Number(cents)), story };
}
