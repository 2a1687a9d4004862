import type { Reader } from '#server/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { isOrderIdTaken } from './orders.queries.ts';

/** No letter or digit that is mistaken for another on the phone. */
const letters = 'ABCDEFGHJKMNPQRTUVWXYZ2346789';

/** "K7M-4QX9": can be read out, needs no counter, tells no count. */
export async function newOrderId(shop: Shop, reader: Reader): Promise<string> {
  for (;;) {
    const id = orderIdOf(shop.randomBytes(7));
    if (!(await isOrderIdTaken(reader, id))) return id;
  }
}

/** `bytes`: seven random ones. */
export function orderIdOf(bytes: Buffer): string {
  const signs = [...bytes].map((byte) => letters[byte % letters.length]).join('');
  return `${signs.slice(0, 3)}-${signs.slice(3)}`;
}
