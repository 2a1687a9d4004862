import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Attempt, type PayResult, type Purchase, pay, startPayment } from './pay.ts';

const purchase: Purchase = {
  items: [{ listingId: 'a', price: 10 }],
  paymentMethod: 'credit',
  delivery: {
    firstName: 'Lan',
    lastName: 'Tran',
    email: 'lan@example.com',
    phone: '0400 000 000',
    address: '14 Foundry Lane',
    city: 'Marrickville',
    state: 'NSW',
    postcode: '2204',
    country: 'AU',
  },
};
const placed = {
  success: true,
  orderId: 'o-1',
  orderDate: '2026-11-20T03:00:00.000Z',
  message: '',
  holdExpiresAt: null,
};
type Reply = [status: number, body: unknown] | 'lost';
const lost: Reply = 'lost';

let sent: { call: string; key: string | null; body: unknown }[];

beforeEach(() => {
  sent = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

async function payWith(replies: Reply[], before: Attempt | null = null, what = purchase): Promise<PayResult> {
  answersWith(replies);
  const outcome = pay(what, before);
  await vi.runAllTimersAsync();
  return outcome;
}

function answersWith(replies: Reply[]): void {
  const left = [...replies];
  vi.stubGlobal('fetch', async (address: string, init: { method: string; headers: Headers; body: string | null }) => {
    const body: unknown = init.body ? JSON.parse(init.body) : null;
    sent.push({ call: `${init.method} ${address}`, key: init.headers.get('Idempotency-Key'), body });
    const reply = left.shift() ?? lost;
    if (reply === 'lost') throw new TypeError('Failed to fetch');
    return Response.json(reply[1], { status: reply[0] });
  });
}

const failed = (outcome: PayResult) => {
  if (outcome.paid) throw new Error('The payment succeeded');
  return outcome;
};
const calls = () => sent.map(({ call }) => call);

test('creates the checkout, then confirms it with orderDate and listingIds', async () => {
  expect(
    await payWith([
      [200, placed],
      [200, { success: true, order: {} }],
    ]),
  ).toEqual({ paid: true, orderId: 'o-1' });
  expect(calls()).toEqual(['POST /api/orders/checkout', 'POST /api/orders/confirm-payment']);
  expect(sent[0]?.body).toEqual(purchase);
  expect(sent[1]?.body).toEqual({ orderDate: placed.orderDate, listingIds: ['a'] });
});

test('retries a refused checkout with a new key', async () => {
  const refused = failed(await payWith([[409, { success: false, message: "'A' has been sold" }]]));
  expect(refused.failure.message).toBe("'A' has been sold");
  await payWith(
    [
      [200, placed],
      [200, { success: true }],
    ],
    refused.attempt,
  );
  expect(sent[1]?.key).not.toBe(sent[0]?.key);
});

test('retries a checkout with a lost response with the same key', async () => {
  const { attempt } = failed(await payWith([lost]));
  await payWith(
    [
      [200, placed],
      [200, { success: true }],
    ],
    attempt,
  );
  expect(sent[1]?.key).toBe(sent[0]?.key);
});

test('does not pay again when the response of a successful confirmation was lost', async () => {
  const { attempt } = failed(await payWith([[200, placed], lost]));
  const outcome = await payWith([[200, { success: true, order: { status: 'paid' } }]], attempt);
  expect([outcome, calls().at(-1)]).toEqual([{ paid: true, orderId: 'o-1' }, 'GET /api/orders/o-1']);
});

test('repeats a failed confirmation without a new checkout', async () => {
  const { attempt } = failed(
    await payWith([
      [200, placed],
      [503, { success: false }],
    ]),
  );
  await payWith(
    [
      [200, { success: true, order: { status: 'pending' } }],
      [200, { success: true }],
    ],
    attempt,
  );
  expect(calls().slice(2)).toEqual(['GET /api/orders/o-1', 'POST /api/orders/confirm-payment']);
});

test('makes a new checkout for another purchase', async () => {
  const { attempt } = failed(await payWith([[200, placed], lost]));
  const other: Purchase = { ...purchase, paymentMethod: 'bank' };
  await payWith(
    [
      [404, { success: false }],
      [200, placed],
      [200, { success: true }],
    ],
    attempt,
    other,
  );
  expect(calls().slice(2)).toEqual([
    'GET /api/orders/o-1',
    'POST /api/orders/checkout',
    'POST /api/orders/confirm-payment',
  ]);
  expect(sent[3]?.key).not.toBe(sent[0]?.key);
});

test('with real payments the buyer goes to the page of the processor, and a repeated start pays the same order', async () => {
  const next = { kind: 'redirect', url: 'https://pay.example/1' };
  answersWith([[200, placed], lost]);
  const first = await startPayment(purchase, null);
  if ('goTo' in first || first.paid) throw new Error('The first attempt succeeded');
  answersWith([[200, { success: true, next }]]);
  expect(await startPayment(purchase, first.attempt)).toEqual({ orderId: 'o-1', goTo: next.url });
  expect(calls()).toEqual([
    'POST /api/orders/checkout',
    'POST /api/orders/o-1/payment',
    'POST /api/orders/o-1/payment',
  ]);
});

test('an order that needs no payment leads to the page that says how the payment ended', async () => {
  answersWith([
    [200, placed],
    [200, { success: true, next: { kind: 'none' } }],
  ]);
  expect(await startPayment(purchase, null)).toEqual({ orderId: 'o-1', goTo: '/payment/return?order=o-1' });
});

test('an order by transfer leads to the page that says how to transfer the money', async () => {
  const next = { kind: 'transfer', amount: 10, reference: 'o-1', account: {}, until: '2026-11-27T00:00:00.000+11:00' };
  answersWith([
    [200, placed],
    [200, { success: true, next }],
  ]);
  const started = await startPayment({ ...purchase, paymentMethod: 'transfer' }, null);
  expect(started).toEqual({ orderId: 'o-1', goTo: '/payment/transfer?order=o-1' });
});
