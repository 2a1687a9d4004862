import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { createRandom, type SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { Shop } from '#server/shop.ts';
import { deleteAllRows } from '#server/testing/databases.ts';
import { type OpenTestShop, openTestShop } from '#server/testing/open-shop.ts';
import { createPeople, type People, type Person } from '#server/testing/people.ts';
import { registerWebsite } from '#server/website.ts';
import { placeInMemory, type Run } from '../proof.ts';
import type { Secrets } from './judge.ts';
import { createMemory, type Memory, note } from './memory.ts';

/** A path where the shop fails unexpectedly. Even that answer must not reveal anything. */
export const accidentPath = '/api/accident';

const firstMoment = Date.parse('2026-03-02T00:00:00Z');
const cardKey = Buffer.alloc(32, 'a key of the card fields');

/** A shop in this process, with pages. Its contents depend on the seed only. */
export type FuzzShop = Awaited<ReturnType<typeof openFuzzShop>>;

export async function openFuzzShop(run: Run) {
  let now = firstMoment;
  let random: SeededRandom = createRandom(run.seed);
  const open = await openTestShop({
    ...(await placeInMemory(run)),
    environment: { CARD_KEY: cardKey.toString('hex'), SHOP_NAME: 'Fuzz' },
    // Each reading of the clock is a little later.
    clock: () => {
      now += 0.05;
      return Math.floor(now);
    },
    randomBytes: (count) => random.bytes(count),
    addRoutes,
  });
  return {
    open,
    /** Empties the shop and creates the same people and pieces. */
    async begin(seed: number): Promise<{ memory: Memory; secrets: Secrets }> {
      random = createRandom(seed);
      now = firstMoment;
      await open.shop.database.write(deleteAllRows);
      const memory = createMemory();
      // Each episode needs a new one, because it remembers the people that it created.
      const people = createPeople(open.shop, open);
      for (const name of ['Ada', 'Otto']) memory.actors.push({ ...(await people.admin(name)), isAdmin: true });
      for (const name of ['Anna', 'Ben']) memory.actors.push({ ...(await people.customer(name)), isAdmin: false });
      return { memory, secrets: await fill(open, people, memory) };
    },
    restoreActors: (memory: Memory) => restoreActors(open, memory),
  };
}

async function addRoutes(app: FastifyInstance, shop: Shop): Promise<void> {
  // These listeners answer on sockets, and there are none here.
  app.server.removeAllListeners('clientError');
  app.get(accidentPath, () => {
    throw new Error(`SQLITE_CORRUPT: no such column in ${shop.settings.dataDirectory}`);
  });
  await registerWebsite(app, shop);
}

/** The data of a customer who buys, writes an enquiry, stores a card, and then never sends another request. */
const name = 'Noriko Quillfeather';
const email = 'noriko.quillfeather@example.com';
const message = 'The crane on the lid reminds me of Kanazawa.';
const profile = {
  deliveryAddress: '17 Lantern Weaver Row',
  phone: '+61 455 018 277',
  cardNumber: '4539 1488 0343 6467',
  bpayRef: 'NQ-7719-2204',
};

async function fill(open: OpenTestShop, people: People, memory: Memory): Promise<Secrets> {
  const sold = await people.listing('Moon');
  const listings = [sold];
  for (const piece of ['Carp', 'Lotus', 'Heron', 'River']) listings.push(await people.listing(piece));
  listings.push(await people.listing('Lamp', { unique: false, price: 35.5 }));
  for (const { id, price } of listings) note(memory.pieces, { id, price });
  const noriko = await people.customer(name);
  await open.call('updateProfile', { token: noriko.token, body: profile });
  await open.call('sendEnquiry', { body: { name, email, message } });
  const order = await people.buy(noriko, sold);
  await open.call('addToCart', { token: noriko.token, body: { listingId: listings[1]?.id ?? '' } });
  note(memory.orders, { id: order.id, date: order.orderDate, pieces: [sold.id], userId: noriko.id });
  for (const { id } of [noriko, ...memory.actors]) note(memory.ids, id);
  return secretsOf(open, noriko);
}

async function secretsOf({ shop, directory }: OpenTestShop, { id, token }: Person): Promise<Secrets> {
  const row = await shop.database.read.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const { deliveryAddress, phone, cardNumber, bpayRef } = profile;
  const tokenHash = createHash('sha256').update(token).digest('hex');
  const stored = [row.password_hash, row.card_number_sealed, row.bpay_ref_sealed];
  const key = [cardKey.toString('hex'), cardKey.toString('base64')];
  return {
    always: [directory, token, tokenHash, ...stored, ...key, cardNumber, cardNumber.replaceAll(' ', ''), bpayRef],
    fromCustomers: [email, deliveryAddress, phone, message, 'Quillfeather'],
  };
}

/** Replaces actors whose session has ended, gives admins their rights back, and adds pieces to buy. */
async function restoreActors(open: OpenTestShop, memory: Memory): Promise<void> {
  const { shop, call } = open;
  const people = createPeople(shop, open);
  for (const actor of memory.actors) {
    const { status } = await call('getProfile', { token: actor.token });
    const [first] = actor.name.split(' ');
    if (status === 401) Object.assign(actor, await people.customer(`${first} ${shop.randomBytes(4).toString('hex')}`));
  }
  const owners = memory.actors.slice(0, 2);
  const ids = owners.map(({ id }) => id);
  await shop.database.write((tx) => tx.updateTable('users').set({ role: 'owner' }).where('id', 'in', ids).execute());
  for (const name of ['Crane', 'Lotus']) {
    const body = { name, price: 80 };
    const { product } = (await call('addProduct', { token: owners[0]?.token ?? '', body })).body;
    if (product) note(memory.pieces, { id: product.id, price: product.price });
  }
}
