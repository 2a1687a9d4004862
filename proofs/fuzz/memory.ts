import { z } from 'zod';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { Answer } from './judge.ts';
import type { FuzzRequest } from './requests.ts';

/** A sender of requests; its session may have ended. */
export interface Actor {
  id: string;
  name: string;
  email: string;
  token: string;
  /** Whether it is or was an admin, so that it may see what admins see. */
  isAdmin: boolean;
}

/** What earlier answers contained, for the next requests. Each list except `actors` keeps its last thirty entries. */
export interface Memory {
  actors: Actor[];
  pieces: KnownListing[];
  orders: KnownOrder[];
  /** Ids of everything else: users, sessions, enquiries … */
  ids: string[];
  media: string[];
  /** The sender of the request that is being made. */
  sender: Actor | null;
}

interface KnownListing {
  id: string;
  price: number;
}

interface KnownOrder {
  id: string;
  date: string;
  pieces: string[];
  userId: string;
}

export const createMemory = (): Memory => ({ actors: [], pieces: [], orders: [], ids: [], media: [], sender: null });

export function note<Thing>(list: Thing[], thing: Thing): void {
  list.push(thing);
  if (list.length > 30) list.shift();
}

export const anyOf = <Thing>(list: readonly Thing[], random: SeededRandom): Thing | undefined =>
  list.length > 0 ? random.pick(list) : undefined;

export function anyOrder({ orders, sender }: Memory, random: SeededRandom): KnownOrder | undefined {
  const own = random.chance(0.8) ? orders.filter(({ userId }) => userId === sender?.id) : [];
  return anyOf(own.length > 0 ? own : orders, random);
}

const listingIds = z
  .array(z.object({ listingId: z.string() }))
  .transform((items) => items.map(({ listingId }) => listingId));
const entered = z.object({ user: z.object({ id: z.string(), isAdmin: z.boolean() }), token: z.string().optional() });
const checkout = z.object({ orderId: z.string(), orderDate: z.string() });
const checkoutBody = z.object({ items: listingIds });
const order = z.object({ id: z.string(), orderDate: z.string(), userId: z.string(), items: listingIds });
const listing = z.object({ id: z.string(), price: z.number() });
const anything = z.object({ id: z.string() });

/** Remembers what later requests can name from a successful answer. Reads only the first four elements of its lists. */
export function learn(memory: Memory, { method, endpoint, actor, payload }: FuzzRequest, answer: Answer): void {
  if (!String(answer.headers['content-type']).startsWith('application/json') || answer.body.length === 0) return;
  const body: Record<string, unknown> = JSON.parse(answer.body.toString());
  const { data: session } = entered.safeParse(body);
  if (session && method !== 'GET')
    for (const one of memory.actors.filter(({ id }) => id === session.user.id)) {
      one.isAdmin ||= session.user.isAdmin;
      one.token = session.token ?? one.token;
    }
  if (!endpoint) return;
  const { data: begun } = checkout.safeParse(body);
  if (endpoint.name === 'createCheckout' && begun && actor) {
    // The shop ignores a byte order mark.
    const { items: pieces } = checkoutBody.parse(JSON.parse(String(payload).replace(/^\uFEFF/, '')));
    note(memory.orders, { id: begun.orderId, date: begun.orderDate, pieces, userId: actor.id });
  }
  for (const [key, value] of Object.entries(body)) {
    const values = [value].flat().slice(0, 4);
    if (/^(imageUrls|logoUrl|logo)$/.test(key)) for (const url of values) note(memory.media, String(url));
    else for (const thing of values) learnThing(memory, thing);
  }
}

function learnThing(memory: Memory, thing: unknown): void {
  const { data: known } = order.safeParse(thing);
  const { data: listed } = listing.safeParse(thing);
  const { data: other } = anything.safeParse(thing);
  if (known) note(memory.orders, { id: known.id, date: known.orderDate, pieces: known.items, userId: known.userId });
  else if (listed) note(memory.pieces, listed);
  else if (other) note(memory.ids, other.id);
}
