import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Listing } from '#contract/catalog.ts';
import { createSeeded, type Seeded } from '#server/features/demo/seeded.ts';
import type { Shop } from '#server/shop.ts';
import { deleteAllRows } from '#server/testing/databases.ts';
import { type OpenTestShop, openTestShop } from '#server/testing/open-shop.ts';
import { createPeople, type Person } from '#server/testing/people.ts';
import { registerWebsite } from '#server/website.ts';
import type { Run } from '../proof.ts';
import type { Secrets } from './judge.ts';
import { type Actor, createMemory, type Memory } from './memory.ts';

/** A shop in this process, with pages, that can be made new, and is the same one for the same seed. */
export interface FuzzShop {
  open: OpenTestShop;
  /** Empties the shop and lets the same people and pieces move in. */
  begin(seed: number): Promise<{ memory: Memory; secrets: Secrets }>;
  /** Whose session or rights a request has ended gets others, and there is something to buy again. */
  mend(memory: Memory): Promise<void>;
}

/** An address where the program fails unexpectedly: that answer must not reveal anything either. */
export const accidentPath = '/api/accident';

const firstMoment = Date.parse('2026-03-02T00:00:00Z');

export async function openFuzzShop(run: Run): Promise<FuzzShop> {
  let now = firstMoment;
  let random: Seeded = createSeeded(run.seed);
  const cardKey = randomBytes(32);
  const open = await openTestShop({
    ...(await placeFor(run)),
    environment: { CARD_KEY: cardKey.toString('hex'), SHOP_NAME: 'Fuzz' },
    // Every look at the clock is a little later.
    clock: () => {
      now += 0.05;
      return Math.floor(now);
    },
    randomBytes: (count) => random.bytes(count),
    addRoutes,
  });
  return {
    open,
    async begin(seed) {
      random = createSeeded(seed);
      now = firstMoment;
      await open.shop.database.write(deleteAllRows);
      const memory = createMemory();
      const secrets = await fill(open, memory, cardKey);
      return { memory, secrets };
    },
    mend: (memory) => mendActors(open, memory),
  };
}

/** Durability does not matter here: a file in memory takes a tenth of the time. */
async function placeFor({ engine, directory, newDatabase }: Run): Promise<{ databaseUrl: string; directory: string }> {
  if (engine === 'postgres' || !existsSync('/dev/shm')) return { databaseUrl: await newDatabase(), directory };
  const place = await mkdtemp('/dev/shm/lacquer-fuzz-');
  return { databaseUrl: `file:${join(place, 'shop.db')}`, directory: place };
}

async function addRoutes(app: FastifyInstance, shop: Shop): Promise<void> {
  // Speaks to sockets, of which there are none here.
  app.server.removeAllListeners('clientError');
  app.get(accidentPath, () => {
    throw new Error(`SQLITE_CORRUPT: no such column in ${shop.settings.dataDirectory}`);
  });
  await registerWebsite(app, shop);
}

/** A customer who buys, writes and stores a card, and never sends a request afterwards. */
const otherCustomer = {
  email: 'noriko.quillfeather@example.com',
  deliveryAddress: '17 Lantern Weaver Row',
  phone: '+61 455 018 277',
  cardNumber: '4539 1488 0343 6467',
  bpayRef: 'NQ-7719-2204',
  message: 'The crane on the lid reminds me of Kanazawa.',
};

async function fill(open: OpenTestShop, memory: Memory, cardKey: Buffer): Promise<Secrets> {
  // A fresh one: it remembers nobody from the episode before.
  const people = createPeople(open.shop, open);
  for (const name of ['Ada', 'Otto']) memory.actors.push(actorOf(await people.admin(name), true));
  for (const name of ['Anna', 'Ben']) memory.actors.push(actorOf(await people.customer(name), false));
  const pieces: Listing[] = [];
  for (const name of ['Moon', 'Carp', 'Lotus', 'Heron', 'River', 'Lamp'])
    pieces.push(await people.piece(name, name === 'Lamp' ? { unique: false, price: 35.5 } : {}));
  for (const { id, price } of pieces) memory.pieces.note({ id, price });

  const noriko = await people.customer('Noriko Quillfeather');
  const { email, message, ...profile } = otherCustomer;
  await open.call('updateProfile', { token: noriko.token, body: profile });
  await open.call('sendEnquiry', { body: { name: 'Noriko Quillfeather', email, message } });
  const [moon, carp] = pieces;
  if (!moon || !carp) throw new Error('no pieces');
  const order = await people.buy(noriko, moon);
  await open.call('addToCart', { token: noriko.token, body: { listingId: carp.id } });
  memory.orders.note({ id: order.id, date: order.orderDate, pieces: [moon.id], userId: noriko.id });
  for (const id of [noriko.id, ...memory.actors.map((actor) => actor.id)]) memory.ids.note(id);
  return secretsOf(open, noriko, cardKey);
}

async function secretsOf({ shop, directory }: OpenTestShop, { id, token }: Person, cardKey: Buffer): Promise<Secrets> {
  const row = await shop.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { email, deliveryAddress, phone, cardNumber, bpayRef, message } = otherCustomer;
  return {
    always: [
      directory,
      token,
      createHash('sha256').update(token).digest('hex'),
      row.password_hash,
      row.card_number_sealed,
      row.bpay_ref_sealed,
      cardKey.toString('hex'),
      cardKey.toString('base64'),
      cardNumber,
      cardNumber.replaceAll(' ', ''),
      bpayRef,
    ],
    fromCustomers: [email, deliveryAddress, phone, message, 'Quillfeather'],
  };
}

const actorOf = ({ id, name, email, token }: Person, isAdmin: boolean): Actor => ({ id, name, email, token, isAdmin });

async function mendActors(open: OpenTestShop, memory: Memory): Promise<void> {
  const people = createPeople(open.shop, open);
  for (const actor of memory.actors) {
    const { status, body } = await open.call('getProfile', { token: actor.token });
    if (status === 401) {
      const person = await people.customer(`${actor.name.split(' ')[0]} ${open.shop.randomBytes(4).toString('hex')}`);
      Object.assign(actor, actorOf(person, actor.isAdmin));
    }
    const isOwner = actor.name.startsWith('Ada') || actor.name.startsWith('Otto');
    if (!isOwner || (status === 200 && body.user.isAdmin)) continue;
    const { id } = actor;
    await open.shop.database.write((tx) => tx.updateTable('users').set({ is_admin: 1 }).where('id', '=', id).execute());
  }
  const [owner] = memory.actors;
  for (const name of ['Crane', 'Lotus']) {
    const { status, body } = await open.call('addProduct', { token: owner?.token ?? '', body: { name, price: 80 } });
    if (status === 201) memory.pieces.note({ id: body.product.id, price: body.product.price });
  }
}
