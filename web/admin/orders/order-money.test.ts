import { expect, it } from 'vitest';
import type { OrderDetails, Payment } from '#contract/orders.ts';
import { dayIn, momentOfDay } from '../../shell/day-in-zone.ts';
import { completeOrderDetails } from './complete-order.ts';
import { canRefund, leftToPay, stateInWords, sumsOf } from './order-money.ts';
import { emptyReceipt, receiptOf } from './receipt-draft.ts';
import { emptyRefund, outcomeOf } from './refund-draft.ts';

const price = (amount: number) => `$${amount.toFixed(2)}`;
const line = (kind: Payment['kind'], amount: number, state?: Payment['state']): Payment => ({
  kind,
  amount,
  method: 'credit',
  at: '2026-11-23T00:00:00.000Z',
  ...(state && { state, reference: 'pi_1' }),
});

function orderOf(changes: Partial<OrderDetails>): OrderDetails {
  const base = { id: 'K7M-4QX', userId: 'u', orderDate: '2026-11-23T00:00:00.000Z', date: '2026-11-23T00:00:00.000Z' };
  const items = [
    { listingId: 'heron', price: 60 },
    { listingId: 'carp', price: 40 },
  ].map((item) => ({ ...item, listing: { ...listing, id: item.listingId, name: item.listingId } }));
  return completeOrderDetails({
    ...base,
    status: 'paid',
    totalPrice: 100,
    price: 100,
    deliveryPrice: 0,
    deliveryName: '',
    items,
    paymentMethod: 'credit',
    holdExpiresAt: null,
    ...changes,
  });
}
const listing = { images: [], imageSet: [], artist: '', year: null, spec: '' };

it('the sums leave out refunds that failed and authorisations that were never charged', () => {
  const record = [line('charge', 100, 'captured'), line('refund', 10.1, 'succeeded'), line('refund', 20, 'failed')];
  expect(sumsOf(record)).toEqual({ charged: 100, refunded: 10.1, kept: 89.9, reserved: 0 });
  const authorised = line('charge', 100, 'authorised');
  expect(sumsOf([authorised])).toEqual({ charged: 0, refunded: 0, kept: 0, reserved: 100 });
  const released = line('refund', 100, 'succeeded');
  expect(sumsOf([authorised, released])).toEqual({ charged: 0, refunded: 0, kept: 0, reserved: 0 });
});

it('what is left to pay has no floating-point error', () => {
  expect(leftToPay(orderOf({ status: 'pending', totalPrice: 1000.3, received: 1000.1 }))).toBe(0.2);
});

it('only money that was received for a sale can be refunded by hand', () => {
  expect(canRefund(orderOf({ payments: [line('charge', 100, 'captured')] }))).toBe(true);
  expect(canRefund(orderOf({ payments: [line('charge', 100)] }))).toBe(false);
  expect(canRefund(orderOf({ payments: [line('charge', 100, 'authorised')] }))).toBe(false);
  expect(canRefund(orderOf({ status: 'processing', payments: [line('charge', 100, 'captured')] }))).toBe(false);
});

it.each([
  ['nothing', {}, 'Please enter an amount above 0'],
  ['more than is left', { amount: '100.01' }, 'At most $100.00 is left to refund'],
  [
    'less than a piece that goes back',
    { amount: '59', backOnSale: ['heron'] },
    'Pieces that go back on sale are refunded: at least $60.00',
  ],
])('a refund of %s is refused before it is sent', (_what, changes, problem) => {
  expect(outcomeOf(orderOf({}), { ...emptyRefund, ...changes }, price)).toEqual({ problem });
});

it('a refund says what follows: pieces stay sold, go back on sale, or the order ends', () => {
  const outcome = (changes: object) => outcomeOf(orderOf({}), { ...emptyRefund, ...changes }, price);
  const first = (changes: object) => {
    const found = outcome(changes);
    return 'follows' in found ? found.follows[0] : found.problem;
  };
  expect(outcome({ amount: '1,0' })).toHaveProperty('problem');
  expect(outcome({ amount: '10.50' })).toMatchObject({ amount: 10.5, left: 89.5, listingIds: [] });
  expect(first({ isWhole: true })).toBe('The order stays paid, and its pieces stay sold.');
  expect(first({ amount: '60', backOnSale: ['heron'] })).toBe('heron can be bought again. The order stays paid.');
  expect(first({ isWhole: true, backOnSale: ['heron', 'carp'] })).toContain('the order is cancelled');
});

it('only an order that is paid by transfer takes a part of its price, and no payment has a future day', () => {
  const received = (order: OrderDetails, changes: object) =>
    receiptOf(order, { ...emptyReceipt(100, '2026-11-23'), ...changes }, { today: '2026-11-23', price });
  const transfer = orderOf({ status: 'pending', paymentMethod: 'transfer', received: 30 });
  expect(received(transfer, { amount: '40' })).toMatchObject({
    amount: 40,
    follows: expect.stringContaining('$30.00'),
  });
  expect(received(transfer, { amount: '70' })).toMatchObject({ follows: expect.stringContaining('complete') });
  expect(received(transfer, { amount: '71' })).toHaveProperty('fields.amount');
  expect(received(transfer, { amount: '1', day: '2026-11-24' })).toHaveProperty('fields.day');
  expect(received(orderOf({ status: 'pending' }), { amount: '40' })).toHaveProperty('fields.amount');
});

it.each(['Australia/Sydney', 'Pacific/Kiritimati', 'Pacific/Auckland', 'America/Los_Angeles', 'Etc/GMT+12'])(
  'momentOfDay returns a moment of that day in %s',
  (zone) => expect(dayIn(zone, new Date(momentOfDay('2026-11-23', zone)))).toBe('2026-11-23'),
);

it('a refund without a state is called simulated only if the payment was; otherwise the owner gives the money back by hand', () => {
  expect(stateInWords({ ...line('refund', 385), method: 'cash' }, [])).toBe('To be given back by you');
  expect(stateInWords(line('refund', 385), [line('charge', 385)])).toBe('Simulated');
  expect(stateInWords(line('refund', 385), [line('charge', 385, 'succeeded')])).toBe('To be given back by you');
  expect(stateInWords(line('refund', 385, 'succeeded'), [])).toBe('Sent');
});
