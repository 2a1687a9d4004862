import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { z } from 'zod';
import { apiBase } from '#contract/api.ts';
import { createSeeded, type Seeded } from '#server/demo/seeded.ts';
import type { Run } from '../proof.ts';
import { keeper, openShop, type ShopProcess } from '../shop-process.ts';

/** What the shop has answered with success, by its id or address. */
export interface Acknowledged {
  /** Paid, and at most cancelled afterwards. */
  paid: string[];
  cancelled: string[];
  /** Paths below /media. */
  pictures: string[];
  /** The words of enquiries. */
  enquiries: string[];
}

/** A real shop, and people who buy from it until they are told to stop. */
export interface Trade {
  databaseUrl: string;
  /** DATA_DIR */
  directory: string;
  adminToken: string;
  shop: ShopProcess;
  /** What was acknowledged up to now. */
  soFar(): Acknowledged;
  /** What was answered with 5xx, or not at all. */
  failures(): string[];
  /** Everybody finishes what they have begun. */
  end(): Promise<void>;
}

type Call = (method: string, path: string, body?: object | FormData) => Promise<unknown>;

interface Market extends Acknowledged {
  admin: Call;
  callAs: (token: string) => Call;
  isOver: () => boolean;
  /** Of each buyer between two purchases, milliseconds. */
  pause: number;
}

const signedIn = z.object({ token: z.string() });
const withProduct = z.object({ product: z.object({ id: z.string(), price: z.number() }) });
const checkedOut = z.object({ orderId: z.string(), orderDate: z.string() });
const uploaded = z.object({ imageUrls: z.tuple([z.string()]) });

export async function openTrade(run: Run, buyers: number): Promise<Trade> {
  const databaseUrl = await run.newDatabase();
  const directory = join(run.directory, 'shop');
  const shop = await openShop({ databaseUrl, directory });
  const failures: string[] = [];
  const callAs = (token: string | null) => callOf(shop.address, token, failures);
  const { token } = signedIn.parse(
    await callAs(null)('POST', '/auth', { mode: 'signin', email: keeper.email, password: keeper.password }),
  );
  let isOver = false;
  const market: Market = {
    paid: [],
    cancelled: [],
    pictures: [],
    enquiries: [],
    admin: callAs(token),
    callAs,
    isOver: () => isOver,
    // A test has other things to do than to sell as fast as it can.
    pause: run.size === 'full' ? 0 : 30,
  };
  const working = Array.from({ length: buyers }, (_, number) =>
    shopOn(market, number, createSeeded(run.seed + number)),
  );
  return {
    databaseUrl,
    directory,
    adminToken: token,
    shop,
    soFar: () => ({
      paid: [...market.paid],
      cancelled: [...market.cancelled],
      pictures: [...market.pictures],
      enquiries: [...market.enquiries],
    }),
    failures: () => [...failures],
    async end() {
      isOver = true;
      await Promise.all(working);
    },
  };
}

/** One person's life: the shop hangs a piece, they buy it, write, think again. */
async function shopOn(market: Market, number: number, random: Seeded): Promise<void> {
  const email = `buyer${number}@example.com`;
  const joined = { mode: 'register', name: `Buyer ${number} Nguyễn`, email, password: 'lacquer box' };
  const { token } = signedIn.parse(await market.callAs('')('POST', '/auth', joined));
  const buyer = market.callAs(token);
  await buyer('PUT', '/user/profile', { cardNumber: '4111 1111 1111 1111', deliveryAddress: `${number} Resin Row` });
  for (let turn = 0; !market.isOver(); turn += 1) {
    await pause(market.pause);
    const images = turn % 4 === 0 ? [await hang(market, number, turn)] : [];
    const piece = { name: `Piece ${number} ${turn} “漆”\u2028`, price: (100 + random.below(90_000)) / 100, images };
    const { product } = withProduct.parse(await market.admin('POST', '/admin/products', piece));
    const orderId = await buy(market, buyer, product);
    if (random.chance(0.2)) {
      await buyer('POST', `/orders/${orderId}/cancel`);
      market.cancelled.push(orderId);
    }
    if (random.chance(0.2)) {
      const message = `Is number ${number}-${turn} signed? \\ " ' \t`.trim();
      await buyer('POST', '/contact', { name: joined.name, email, message });
      market.enquiries.push(message);
    }
  }
}

async function buy(market: Market, buyer: Call, { id, price }: { id: string; price: number }): Promise<string> {
  const { orderId, orderDate } = checkedOut.parse(
    await buyer('POST', '/orders/checkout', { items: [{ listingId: id, price }] }),
  );
  await buyer('POST', '/orders/confirm-payment', { orderDate, listingIds: [id] });
  market.paid.push(orderId);
  return orderId;
}

async function hang(market: Market, number: number, turn: number): Promise<string> {
  const background = { r: number % 256, g: turn % 256, b: 40 };
  const picture = await sharp({ create: { width: 64, height: 80, channels: 3, background } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('images', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'piece.png');
  const [url] = uploaded.parse(await market.admin('POST', '/admin/upload-images', form)).imageUrls;
  market.pictures.push(url);
  return url;
}

/** Answers the JSON of a success. Throws with what was refused; notes what should never be answered. */
function callOf(address: string, token: string | null, failures: string[]): Call {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${address}${apiBase}${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(!isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    }).catch((error: unknown) => {
      failures.push(`${method} ${path} was not answered: ${error}`);
      throw error;
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const sentence = `${method} ${path} was answered ${response.status}: ${JSON.stringify(answer)}`;
    if (response.status >= 500) failures.push(sentence);
    throw new Error(sentence);
  };
}
