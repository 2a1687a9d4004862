import type { FuzzRandom } from './hostile.ts';

/** A sender: its session is alive, or was once. */
export interface Actor {
  id: string;
  name: string;
  email: string;
  token: string;
  /** Was one at some time: may have seen what admins see. */
  isAdmin: boolean;
}

/** What the requests before were answered: ids, dates, addresses and tokens for the next ones. */
export interface Memory {
  actors: Actor[];
  pieces: Recent<{ id: string; price: number }>;
  orders: Recent<KnownOrder>;
  /** Who sends the request that is being made. */
  asking: Actor | null;
  /** Ids of users, sessions and enquiries. */
  ids: Recent<string>;
  media: Recent<string>;
  /** Idempotency keys, so that they are used again. */
  keys: readonly string[];
}

interface KnownOrder {
  id: string;
  date: string;
  pieces: string[];
  userId: string;
}

/** The last of them. */
export interface Recent<Thing> {
  note(thing: Thing): void;
  any(random: FuzzRandom, preferred?: (thing: Thing) => boolean): Thing | undefined;
}

function createRecent<Thing>(): Recent<Thing> {
  const things: Thing[] = [];
  return {
    note(thing) {
      things.push(thing);
      if (things.length > 30) things.shift();
    },
    any(random, preferred) {
      const best = preferred && random.chance(0.8) ? things.filter(preferred) : [];
      if (best.length > 0) return random.pick(best);
      return things.length > 0 ? random.pick(things) : undefined;
    },
  };
}

export function createMemory(): Memory {
  return {
    actors: [],
    pieces: createRecent(),
    orders: createRecent(),
    asking: null,
    ids: createRecent(),
    media: createRecent(),
    keys: ['again', 'key-1', 'key-2', "'", 'k'.repeat(255), 'k'.repeat(256), '\u00ff'],
  };
}

/** An order of the sender, rather than another. */
export function anyOrder(memory: Memory, random: FuzzRandom): KnownOrder | undefined {
  return memory.orders.any(random, ({ userId }) => userId === memory.asking?.id);
}

/** Reads a successful answer for what can be named later. Lists: their first few. */
export function learn(memory: Memory, body: unknown): void {
  if (!isRecord(body)) return;
  for (const [key, value] of Object.entries(body)) {
    if (key === 'imageUrls' && Array.isArray(value)) for (const url of value) memory.media.note(String(url));
    else if (key === 'logoUrl' || key === 'logo') memory.media.note(String(value));
    else for (const thing of (Array.isArray(value) ? value : [value]).slice(0, 4)) learnThing(memory, thing);
  }
}

function learnThing(memory: Memory, thing: unknown): void {
  if (!isRecord(thing) || typeof thing.id !== 'string') return;
  if (typeof thing.orderDate === 'string' && Array.isArray(thing.items)) {
    const pieces = thing.items.flatMap((item: unknown) => (isRecord(item) ? [String(item.listingId)] : []));
    memory.orders.note({ id: thing.id, date: thing.orderDate, pieces, userId: String(thing.userId) });
  } else if (typeof thing.price === 'number') memory.pieces.note({ id: thing.id, price: thing.price });
  else memory.ids.note(thing.id);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
