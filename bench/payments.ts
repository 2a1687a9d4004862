import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openShop, type ShopProcess } from '#server/testing/shop-process.ts';
import { openFakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import { atLeast, atMost, type Figure, quantile } from '../proofs/proof.ts';
import { onServerCore, residentMegabytes } from './machine.ts';
import { compare } from './pages.ts';

const starts = 5;
/** Milliseconds from the last request until the memory is read. */
const idle = 4_000;

/** Compares the same shop with simulated and with real payments, in turns: idle memory (medians) and the speed of pages. */
export async function measurePayments(directory: string): Promise<Figure[]> {
  const stripe = await openFakeStripe();
  const open = (payments: Readonly<Record<string, string>>) => {
    const own = join(directory, payments.PAYMENTS ?? '');
    const settings = { DEMO: '1', ...payments };
    return openShop({ databaseUrl: `file:${own}/shop.db`, directory: own, settings, under: onServerCore });
  };
  const both = [{ PAYMENTS: 'simulated' }, stripe.environment];
  const megabytes: number[][] = [[], []];
  for (let start = 0; start <= starts; start += 1)
    for (const [index, payments] of both.entries()) {
      await using shop = await open(payments);
      for (const path of ['/', '/api/listings']) await (await fetch(shop.address + path)).text();
      await callStripe(shop);
      await pause(idle);
      // The first start is not counted, because it adds the demo.
      if (start > 0) megabytes[index]?.push(residentMegabytes(shop.child.pid));
    }
  const [simulated = 0, real = 0] = megabytes.map((values) => quantile(values, 0.5));
  await using without = await open({ PAYMENTS: 'simulated' });
  await using withStripe = await open(stripe.environment);
  await callStripe(withStripe);
  const { share } = await compare('/', withStripe, without);
  await stripe.close();
  return [
    { what: 'memory idle, simulated payments', measured: simulated, unit: 'MB' },
    { what: 'memory idle, Stripe', measured: real, unit: 'MB' },
    atMost(25, 'memory that Stripe adds', real - simulated, 'MB'),
    atLeast(0.95, 'pages per second of processor time, Stripe divided by simulated', share),
  ];
}

/** Makes the shop load Stripe's library, which it does at the first call that needs it. */
const callStripe = ({ address }: ShopProcess) =>
  fetch(`${address}/api/payments/stripe/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
