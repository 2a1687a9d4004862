import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { api } from '#contract/api.ts';
import { toCents } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { Seeded } from '#server/demo/seeded.ts';
import { keeper } from '../shop-process.ts';
import { type AnswerMark, type Client, createClient } from './client.ts';

/** What the shop has told somebody: this thing is so. Its words are those of things.ts. */
export interface Acknowledgement {
  thing: string;
  state: string;
  mark: AnswerMark;
}

export const gone = 'gone';
export const orderState = (status: string, cents: number, pieces: readonly string[]) =>
  `${status}, ${cents} cents, ${pieces.toSorted().join(' ')}`;
export const pieceState = (name: string, cents: number, images: readonly string[]) =>
  `${name}, ${cents} cents, ${images.join(' ')}`;
export const pictureState = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

export interface TradeSize {
  /** Buyers at the same time, and how often each of them buys. */
  buyers: number;
  rounds: number;
}

interface Aisle {
  client: Client;
  keeperToken: string;
  random: Seeded;
  say(thing: string, state: string, mark: AnswerMark): void;
}

/**
 * A day in the shop: people register, buy, change and cancel, and beside each of them the keeper adds pieces with pictures and
 * changes them. Nobody wants another's piece, so everything is granted; each thing is changed by one person after another.
 */
export async function trade(
  address: string,
  random: Seeded,
  { buyers, rounds }: TradeSize,
): Promise<Acknowledgement[]> {
  const acknowledged: Acknowledgement[] = [];
  const say = (thing: string, state: string, mark: AnswerMark) => void acknowledged.push({ thing, state, mark });
  const clients = Array.from({ length: buyers }, () => createClient(address));
  const [first] = clients;
  if (!first) return [];
  const signedIn = await first.ask('POST', '/auth', { body: { mode: 'signin', ...keeper } });
  const keeperToken = api.authenticate.reply.parse(signedIn.said).token;
  await Promise.all(
    clients.map(async (client, number) => {
      const aisle: Aisle = { client, keeperToken, random, say };
      const token = await register(aisle, `buyer-${random.below(1e9)}-${number}@example.com`);
      for (let round = 0; round < rounds; round += 1) {
        const pieces = [await addPiece(aisle), await addPiece(aisle), await addPiece(aisle)] as const;
        await buy(aisle, token, pieces);
      }
    }),
  );
  await changeLogo({ client: first, keeperToken, random, say });
  for (const client of clients) client.close();
  return acknowledged;
}

/** Answers the token. The card makes the shop depend on its key. */
async function register({ client, random, say }: Aisle, email: string): Promise<string> {
  const body = { mode: 'register', name: 'Anna', email, password: 'secret1' };
  const registered = await client.ask('POST', '/auth', { body });
  const { token } = api.authenticate.reply.parse(registered.said);
  say(`user ${email}`, '', registered.mark);
  const phone = `04${random.below(1e8)}`;
  const changes = { phone, cardNumber: '4111111111111111', cardExpiry: '12/30' };
  const { mark } = await client.ask('PUT', '/user/profile', { token, body: changes });
  say(`user ${email}`, phone, mark);
  return token;
}

interface Piece {
  id: string;
  /** Dollars. */
  price: number;
}

async function addPiece({ client, keeperToken: token, random, say }: Aisle): Promise<Piece> {
  const known = (said: unknown, mark: AnswerMark) => {
    const { product } = api.addProduct.reply.parse(said);
    say(`piece ${product.id}`, pieceState(product.name, toCents(product.price), product.images), mark);
    return product;
  };
  const body = { name: `Piece ${random.below(1e9)}`, price: 10 + random.below(5_000), story: 'lacquer '.repeat(200) };
  const added = await client.ask('POST', '/admin/products', { token, body });
  const product = known(added.said, added.mark);
  if (random.chance(0.3)) {
    const bytes = await drawPicture(random, 'png');
    const uploaded = await client.ask('POST', '/admin/upload-images', { token, picture: { field: 'images', bytes } });
    const { imageUrls: images } = api.uploadImages.reply.parse(uploaded.said);
    for (const url of images) say(`picture ${url}`, pictureState(bytes), uploaded.mark);
    const changed = await client.ask('PUT', `/admin/products/${product.id}`, { token, body: { images } });
    return known(changed.said, changed.mark);
  }
  if (random.chance(0.4)) {
    const changes = { name: `${product.name}, renamed`, price: product.price + 1 };
    const changed = await client.ask('PUT', `/admin/products/${product.id}`, { token, body: changes });
    return known(changed.said, changed.mark);
  }
  return product;
}

async function buy(
  { client, keeperToken, random, say }: Aisle,
  token: string,
  [first, second, third]: readonly [Piece, Piece, Piece],
): Promise<void> {
  const items = [first, second].map(({ id, price }) => ({ listingId: id, price }));
  const listingIds = items.map(({ listingId }) => listingId);
  const begun = await client.ask('POST', '/orders/checkout', { token, body: { items } });
  const { orderId } = api.createCheckout.reply.parse(begun.said);
  say(`order ${orderId}`, orderState('pending', toCents(first.price + second.price), listingIds), begun.mark);
  const know = (order: Order, mark: AnswerMark) => {
    const pieces = order.items.map(({ listingId }) => listingId);
    say(`order ${orderId}`, orderState(order.status, toCents(order.totalPrice), pieces), mark);
  };

  const paid = await client.ask('POST', '/orders/confirm-payment', { token, body: { orderId, listingIds } });
  know(api.confirmPayment.reply.parse(paid.said).order, paid.mark);
  if (random.chance(0.4)) {
    const body = { items: [{ listingId: second.id }, { listingId: third.id }] };
    const edited = await client.ask('PUT', `/orders/${orderId}`, { token, body });
    know(api.updateOrder.reply.parse(edited.said).order, edited.mark);
  }
  if (random.chance(0.4)) {
    const cancelled = await client.ask('POST', `/orders/${orderId}/cancel`, { token });
    know(api.cancelOrder.reply.parse(cancelled.said).order, cancelled.mark);
    const { mark } = await client.ask('DELETE', `/admin/products/${second.id}`, { token: keeperToken });
    say(`piece ${second.id}`, gone, mark);
  }
}

async function changeLogo({ client, keeperToken: token, random, say }: Aisle): Promise<void> {
  const picture = { field: 'logo', bytes: await drawPicture(random, 'jpeg') };
  const { said, mark } = await client.ask('POST', '/admin/upload-logo', { token, picture });
  say('logo', api.uploadLogo.reply.parse(said).logoUrl, mark);
}

/** Noise: no two alike, and several pieces of the disk each. */
async function drawPicture(random: Seeded, format: 'png' | 'jpeg'): Promise<Buffer> {
  const [width, height] = [96, 64];
  const raw = { width, height, channels: 3 } as const;
  return sharp(random.bytes(width * height * 3), { raw })
    .toFormat(format)
    .toBuffer();
}
