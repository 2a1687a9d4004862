import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { isOrderIdTaken } from './orders.queries.ts';

/** The characters of an id: capital letters and digits, without those that people confuse when they read an id aloud. */
const alphabet = 'ABCDEFGHJKMNPQRTUVWXYZ2346789';

/** A new id such as "K7M-4QX9". It is random, so that orders need no shared counter and nobody can count them. */
export async function newOrderId(reader: Reader, shop: Shop): Promise<string> {
  for (;;) {
    const id = orderIdOf(shop.randomBytes(7));
    if (!(await isOrderIdTaken(reader, id))) return id;
  }
}

/** The id for seven random bytes: three characters, a hyphen and four characters. */
export function orderIdOf(bytes: Buffer): string {
  const characters = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join('');
  return `${characters.slice(0, 3)}-${characters.slice(3)}`;
}
