import { setTimeout as pause } from 'node:timers/promises';
import { parseSettings } from '#server/settings.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { checkBeside } from '../../cli/invariants.ts';
import type { Person } from '../load/actions.ts';
import type { Sales } from './sales.ts';

/** Purchases compared with the shop's orders. */
export interface Audit {
  lost: number;
  twice: number;
  violations: string[];
}

/** Every acknowledged order is there, nobody has an order that they never made, and the invariants hold. `allSales`: all there ever were. */
export async function audit(
  address: string,
  { buyers, allSales, databaseUrl }: { buyers: readonly Person[]; allSales: readonly Sales[]; databaseUrl: string },
): Promise<Audit> {
  const client = createHttpClient(address);
  const found: Audit = { lost: 0, twice: 0, violations: [] };
  const purchases = allSales.flatMap((sales) => sales.purchases);
  const sold = new Map<string, string>();
  for (const buyer of buyers) {
    const shown = await ordersOf(client, buyer);
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
  client.close();
  const { database } = parseSettings({ DATABASE_URL: databaseUrl });
  found.violations.push(...(await checkBeside(database)));
  return found;
}

/** Up to a thousand, which is more than a run of these programs makes. */
async function ordersOf(client: HttpClient, { token }: Person) {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const { status, body } = await client.call('listOrders', { token });
    if (status === 200) return body.orders;
    await pause(100);
  }
  throw new Error('a buyer cannot see the orders');
}
