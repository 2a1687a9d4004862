import { setTimeout as pause } from 'node:timers/promises';
import { canCancel, orderStatuses } from '#contract/states.ts';
import type { Seeded } from '#server/demo/seeded.ts';
import type { Act, Person, Piece } from './acts.ts';
import * as acts from './acts.ts';
import type { Belongings } from './belongings.ts';
import { send } from './client.ts';
import { newDrawing, newPicture, type Scene } from './scene.ts';

/** Somebody who does one thing after another, and writes down what was promised. */
export interface Worker {
  person: Person;
  /** After everything that was answered with success. */
  has: Belongings;
  /** What was asked for and not answered; null when all is known. */
  pending: Act | null;
}

export interface LoadRecord {
  acknowledged: number;
  /** By name of the act. */
  done: Map<string, number>;
  violations: string[];
}

/** Until an answer fails to come, or is a 503 where that is allowed. Nothing else above 499 is. */
export async function work(scene: Scene, worker: Worker, address: string, record: LoadRecord, until: AbortSignal) {
  while (!until.aborted) {
    const act = await nextAct(scene, worker);
    worker.pending = act;
    const answer = await send(address, act);
    if (answer === null || answer.status === 503) return;
    if (answer.status >= 500) record.violations.push(`${act.what} was answered ${answer.status}`);
    if (answer.status < 300) acknowledge(worker, act, answer.orderId, record);
    else if (act.what === 'sign-in') record.violations.push(`${worker.person.email} cannot sign in: ${answer.message}`);
    worker.pending = null;
  }
}

/** Most effects that are waited for, and the longest wait for them, milliseconds: a slow machine must not wait for ever. */
const mostEffects = 40;
const longestWait = 5_000;

/** A random moment: so many effects after now, and some milliseconds more. */
export async function randomMoment({ random }: Scene, record: LoadRecord): Promise<void> {
  const enough = record.acknowledged + random.below(mostEffects);
  const giveUpAt = performance.now() + longestWait;
  while (record.acknowledged < enough && performance.now() < giveUpAt) await pause(1);
  await pause(random.below(20));
}

function acknowledge(worker: Worker, act: Act, orderId: string | undefined, record: LoadRecord): void {
  record.acknowledged += 1;
  record.done.set(act.what, (record.done.get(act.what) ?? 0) + 1);
  const orders = act.after.orders.map((order) => (order.id === '' ? { ...order, id: orderId ?? '' } : order));
  worker.has = { ...act.after, orders };
  keepPassword(worker, act);
}

/** A new password is signed in with from now on. */
export function keepPassword({ person }: Worker, { what, body }: Act): void {
  if (what === 'password' && body && 'newPassword' in body) person.password = String(body.newPassword);
}

async function nextAct(scene: Scene, worker: Worker): Promise<Act> {
  const { person } = worker;
  for (;;) {
    const act = person === scene.admin ? await asShopkeeper(scene.random, worker) : asCustomer(scene, worker);
    if (act) return act;
  }
}

/** What costs a password hash is rare. Null: there is nothing to do it with. */
function asCustomer({ random, admin, pieces }: Scene, { person, has }: Worker): Act | null {
  const wanted = random.shuffled(pieces).slice(0, 1 + random.below(3));
  const [piece] = wanted;
  const orders = has.orders.filter((order) => order.id !== '');
  const order = orders.length > 0 ? random.pick(orders) : null;
  const waiting = orders.find((one) => one.waits);
  const paid = orders.filter((one) => canCancel(one.status));
  if (!piece) return null;
  const dice = random.below(100);
  const key = random.bytes(8).toString('hex');
  if (paid.length > 4) return acts.cancel(person, has, random.pick(paid));
  if (dice < 20) return acts.addToCart(person, has, piece);
  if (dice < 30) return acts.hold(person, has, wanted);
  if (dice < 33) return acts.giveUp(person, has);
  if (dice < 65) return waiting ? acts.confirm(person, has, waiting, key) : acts.checkOut(person, has, wanted, key);
  if (dice < 70) return acts.checkOut(person, has, wanted, key);
  if (dice < 79) return paid.length > 0 ? editOf(random, person, has, paid, pieces) : null;
  if (dice < 84) return paid.length > 0 ? acts.cancel(person, has, random.pick(paid)) : null;
  if (dice < 89) return order && acts.setStatus(admin, has, order, random.pick(orderStatuses));
  if (dice < 95) return acts.saveProfile(person, has, { name: `Anna ${key}`, phone: `04${key}` });
  if (dice < 98) return acts.writeMessage(person, has, `May I see ${piece.id}? ${key}`);
  if (dice < 99) return random.chance(0.3) ? acts.signIn(person, has) : null;
  if (random.chance(0.15)) return acts.changePassword(person, has, `a new one ${key}`);
  return random.chance(0.15) ? acts.register(person, has, `guest-${key}@load.example`) : null;
}

function editOf(random: Seeded, person: Person, has: Belongings, paid: Belongings['orders'], pieces: readonly Piece[]) {
  const order = random.pick(paid);
  const known = pieces.filter(({ id }) => order.items.includes(id));
  const kept = random.shuffled(known).slice(0, random.below(known.length + 1));
  const added = random.shuffled(pieces.filter(({ id }) => !order.items.includes(id))).slice(0, 1);
  return acts.edit(person, has, order, [...kept, ...added]);
}

async function asShopkeeper(random: Seeded, { person, has }: Worker): Promise<Act | null> {
  const key = random.bytes(6).toString('hex');
  const [line] = random.shuffled(has.products);
  const product = line === undefined ? null : productOf(line);
  const dice = random.below(100);
  if (dice < 30 || !product) {
    const added = { name: `Crash ${key}`, cents: 100 * (1 + random.below(900)), story: `Told ${key}` };
    return acts.addProduct(person, has, added);
  }
  if (dice < 75)
    return acts.changeProduct(person, has, product, { ...product, cents: product.cents + 100, story: `Told ${key}` });
  if (dice < 90) return acts.deleteProduct(person, has, product);
  if (dice < 96) return random.chance(0.5) ? uploadOf(random, person, has) : null;
  return random.chance(0.3) ? acts.uploadLogo(person, has, newDrawing(random)) : null;
}

async function uploadOf(random: Seeded, person: Person, has: Belongings): Promise<Act> {
  const pictures = [await newPicture(random), await newPicture(random)].slice(0, 1 + random.below(2));
  return acts.uploadPictures(person, has, pictures);
}

function productOf(line: string): acts.Product {
  const [name = '', cents = '', story = ''] = line.split(' · ');
  return { name, cents: Number(cents), story };
}
