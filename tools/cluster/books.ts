import { setTimeout as pause } from 'node:timers/promises';
import { parseSettings } from '#server/settings.ts';
import { checkBeside } from '../invariants.ts';
import type { Person } from '../prove/crash/acts.ts';
import { ask } from './ask.ts';
import type { Trade } from './trade.ts';

/** The books, compared. */
export interface Audit {
  lost: number;
  twice: number;
  violations: string[];
}

/** Every promise is kept, nobody has an order that nobody asked for, and the database is as it must be. `trades`: all there ever were. */
export async function audit(
  address: string,
  { buyers, trades, databaseUrl }: { buyers: readonly Person[]; trades: readonly Trade[]; databaseUrl: string },
): Promise<Audit> {
  const found: Audit = { lost: 0, twice: 0, violations: [] };
  const purchases = trades.flatMap((trade) => trade.purchases);
  const sold = new Map<string, string>();
  for (const buyer of buyers) {
    const shown = await ordersOf(address, buyer);
    const promised = purchases.filter((purchase) => purchase.buyer === buyer);
    const ids = new Set(promised.map(({ orderId }) => orderId));
    const paid = shown.filter(({ status }) => status === 'paid');
    const missing = [...ids].filter((id) => !paid.some((order) => order.id === id));
    const surplus = paid.filter(({ id }) => !ids.has(id));
    found.lost += missing.length;
    found.twice += surplus.length + (promised.length - ids.size);
    for (const id of missing) found.violations.push(`Order ${id} was promised to ${buyer.email} and is not there.`);
    for (const { id } of surplus)
      found.violations.push(`Order ${id} of ${buyer.email} is there and was never promised.`);
    for (const { id, items } of paid)
      for (const { listingId } of items) {
        const other = sold.get(listingId);
        if (other !== undefined) found.violations.push(`${listingId} belongs to order ${other} and to order ${id}.`);
        sold.set(listingId, id);
      }
  }
  const { database } = parseSettings({ DATABASE_URL: databaseUrl });
  found.violations.push(...(await checkBeside(database)));
  return found;
}

/** Up to a thousand, which is more than a run of these programs makes. */
async function ordersOf(address: string, { token }: Person) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const reply = await ask(`${address}/api/orders`, { token });
    if (reply.said.orders) return reply.said.orders;
    await pause(100);
  }
  throw new Error('a buyer cannot see the orders');
}
