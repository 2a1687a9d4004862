import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeStripe, openFakeStripe } from './fake-stripe.ts';

let fake: FakeStripe;
let url: string;
let id: string;

beforeEach(async () => {
  fake = await openFakeStripe();
  const response = await fetch(`${fake.apiUrl}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${fake.secretKey}`, 'Stripe-Version': '2026-10-28.endive' },
    body: new URLSearchParams({
      mode: 'payment',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'aud',
      'line_items[0][price_data][unit_amount]': '320000',
      'line_items[0][price_data][product_data][name]': 'Moon <red>',
      success_url: 'https://shop.test/payment/return?session={CHECKOUT_SESSION_ID}',
      cancel_url: 'https://shop.test/payment?order=1',
    }),
  });
  ({ url, id } = await response.json());
});
afterEach(async () => {
  await fake.close();
});

const open = async () => (await fetch(url, { redirect: 'manual' })).text();
const press = async (choice: string) => {
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ choice }) });
  return response.headers.get('location');
};

it('the page shows what is paid, and links back to the shop', async () => {
  const html = await open();
  expect(html).toContain('Moon &lt;red>: A$3,200.00');
  expect(html).toContain('<a href="https://shop.test/payment?order=1">Back to the shop</a>');
});

it('after Pay the buyer is sent back, also when the page is opened again', async () => {
  const back = `https://shop.test/payment/return?session=${id}`;
  expect(await press('pay')).toBe(back);
  expect((await fetch(url, { redirect: 'manual' })).headers.get('location')).toBe(back);
});

it('after Decline the buyer stays, reads why, and can still pay', async () => {
  expect(new URL((await press('decline')) ?? '', url).href).toBe(url);
  expect(await open()).toContain('Your card was declined.');
  expect(await press('pay')).toContain('/payment/return');
});

it('authentication is a second page, which the buyer completes or fails', async () => {
  await press('authenticate');
  expect(await open()).toContain('3-D Secure');
  await press('fail');
  expect(await open()).toContain('unable to authenticate');
  await press('authenticate');
  expect(await press('complete')).toContain('/payment/return');
});

it('a session whose time is over can no longer be paid', async () => {
  fake.advance(24 * 3_600_000);
  await press('pay');
  expect(await open()).toContain('This page has expired');
  expect(fake.books()).toEqual([]);
});
