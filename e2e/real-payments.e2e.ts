import { expect } from '@playwright/test';
import type { Listing } from '#contract/catalog.ts';
import { formatPrice } from '#contract/money.ts';
import { type FakeStripe, openFakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import type { Customer } from './admin-api.ts';
import { expectNoViolations } from './axe.ts';
import { Owner } from './owner.ts';
import { delivery } from './payment.ts';
import { startShop } from './shop.ts';
import { test as base } from './test.ts';
import { vietnamese } from './vietnamese.ts';
import type { Visitor } from './visitor.ts';

/** A shop that is paid through a fake of Stripe. */
const test = base.extend<object, { stripe: FakeStripe }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures this one depends on.
    async ({}, use) => {
      const stripe = await openFakeStripe();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ stripe }, use) => {
      const shop = await startShop({ settings: stripe.environment, origins: [stripe.apiUrl] });
      stripe.webhooks.to = `${shop.address}/api/payments/stripe/events`;
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('A buyer is declined, comes back, authenticates, owns the piece, cancels and is refunded', async ({
  visitor,
  adminApi,
  stripe,
}) => {
  const listing = await adminApi.addsListing('Paid Elsewhere');
  const { page, payment } = visitor;
  const customer = await adminApi.addsCustomer('Lan');

  await test.step('the payment page has no fields for a card', async () => {
    await goesToPayment(visitor, customer, listing);
    await expect(page.getByRole('radio')).toHaveCount(1);
    await expect(
      page.getByText('You pay on the secure page of our card processor, then come back here.'),
    ).toBeVisible();
    await expect(payment.field('Card number')).toHaveCount(0);
    await payment.entersDelivery();
    await expectNoViolations(page);
    await continues(visitor, listing);
  });

  await test.step('a declined buyer comes back and reads why, nothing is paid, and the form is as it was', async () => {
    await page.getByRole('button', { name: 'Not enough money' }).click();
    await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await expect(page.getByRole('alert')).toContainText('Your bank declined the card: not enough money on it.');
    await expect(page.getByRole('alert')).toContainText('Nothing was charged. Use another card.');
    await expect(payment.field('City')).toHaveValue('Fitzroy');
    await payment.seesHold();
    await payment.seesPieces(listing.name);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('Back and a reload show the form again, and the payment starts anew', async () => {
    await continues(visitor, listing);
    await page.goBack();
    await expect(page.getByRole('alert')).toContainText('Nothing was paid.');
    await visitor.reloads();
    await expect(page.getByRole('alert')).toContainText('Nothing was paid.');
    await continues(visitor, listing);
  });

  await test.step('after the authentication the payment is successful, also when the page is opened again', async () => {
    await page.getByRole('button', { name: 'Pay with authentication' }).click();
    await page.getByRole('button', { name: 'Complete' }).click();
    await payment.seesSuccess(1);
    await expectNoViolations(page);
    await visitor.reloads();
    await payment.seesSuccess(1);
    await visitor.opensCart();
    await expect(visitor.cart).toContainText('Your cart is empty');
    await visitor.closesCart();
  });
  const returned = page.url();

  await test.step('the account has the paid order and stores no payment details', async () => {
    await visitor.opensAccount('Lan');
    await expect(page.getByRole('article', { name: /^Order / })).toContainText('Paid');
    await page.getByRole('tab', { name: 'Payment Settings' }).click();
    await expect(page.getByText('This shop neither sees nor stores the details of your cards.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Edit Payment Settings' })).toHaveCount(0);
  });

  await test.step('a cancelled order is refunded', async () => {
    await page.getByRole('tab', { name: 'Order History' }).click();
    await page.getByRole('button', { name: 'Cancel Order' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Order' }).click();
    await expect(page.getByRole('article', { name: /^Order / })).toContainText('Cancelled');
    const paid = () => stripe.books().filter(({ captured }) => captured > 0);
    const cents = listing.price * 100;
    await expect.poll(paid).toMatchObject([{ captured: cents, refunded: cents }]);
    await visitor.opens(returned);
    await visitor.seesHeading('This order was cancelled, and your money is on its way back');
    await expect(page.getByRole('main')).toContainText(formatPrice(listing.price, 'AUD'));
    await expectNoViolations(page);
  });
});

test('A buyer sees that the payment is being taken, and then that it succeeded, without a click', async ({
  visitor,
  adminApi,
  stripe,
}) => {
  const listing = await adminApi.addsListing('Slow Payment');
  const { page, payment } = visitor;
  await goesToPayment(visitor, await adminApi.addsCustomer('Slow'), listing);
  await payment.entersDelivery();
  await continues(visitor, listing);
  const captureMayStart = Promise.withResolvers<void>();
  stripe.failNext('paymentIntents.capture', { startAfter: captureMayStart.promise });
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await visitor.seesHeading('Taking your payment');
  await expectNoViolations(page);
  captureMayStart.resolve();
  await payment.seesSuccess(1);
});

test('A buyer who comes back from PayTo without agreeing, or whose bank refuses, is not charged and finds PayTo chosen', async ({
  visitor,
  adminApi,
}) => {
  await adminApi.changesPaymentSettings({ payto: true });
  const listing = await adminApi.addsListing('Paid from an Account');
  const { page, payment } = visitor;
  const payTo = page.getByRole('radio', { name: /^PayTo/ });
  await goesToPayment(visitor, await adminApi.addsCustomer('Hoa'), listing);
  await payTo.check();
  await payment.entersDelivery();
  await continues(visitor, listing);
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Nothing was paid. Your bank account was not charged. You can try again, or use a card.',
  );
  await expect(payTo).toBeChecked();
  await expectNoViolations(page);
  await continues(visitor, listing);
  await page.getByRole('button', { name: 'PayTo fails' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Your bank refused the payment. Nothing was charged. Use a card.',
  );
  await expect(payTo).toBeChecked();
  await continues(visitor, listing);
  await page.getByRole('button', { name: 'Pay by PayTo' }).click();
  await payment.seesSuccess(1);
  await adminApi.changesPaymentSettings({ payto: false });
});

test('A buyer on Vietnamese pages pays on a Vietnamese page and comes back to one', async ({
  visitor,
  adminApi,
  stripe,
}) => {
  const [listing, customer] = [await adminApi.addsListing('Paid in Vietnamese'), await adminApi.addsCustomer('Lan')];
  const { orderId } = await adminApi.beginsPayment(listing, customer, 'credit');
  const { page } = visitor;
  await visitor.startsSignedInAs(customer);
  await adminApi.changesLanguages({ shown: ['vi'] });
  await page.goto(`/vi/payment?order=${orderId}`);
  const field = (english: string) =>
    page.getByRole('main').getByLabel(vietnamese('checkout', english), { exact: true });
  await expect(field('Email')).not.toHaveValue('');
  for (const [label, value] of Object.entries(delivery)) await field(label).fill(value);
  await field('State').selectOption('VIC');
  await page.getByRole('button', { name: /^Tiếp tục thanh toán/ }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(vietnamese('checkout', 'Payment Successful'));
  await expect(page).toHaveURL(/\/vi\/payment\/return\?order=/);
  expect(stripe.sessions().at(-1)?.locale).toBe('vi');
  await adminApi.changesLanguages({ shown: [] });
});

test('If a piece is withdrawn during the payment, its buyer reads that the payment has ended', async ({
  visitor,
  adminApi,
  stripe,
}) => {
  const listing = await adminApi.addsListing('Withdrawn');
  const { page, payment } = visitor;
  await goesToPayment(visitor, await adminApi.addsCustomer('Late'), listing);
  await payment.entersDelivery();
  await continues(visitor, listing);
  const session = stripe.sessions().at(-1);
  if (!session) throw new Error('there is no session');
  await adminApi.changesListing(listing.id, { status: 'discontinued', endHold: true });
  await expect.poll(() => stripe.session(session.id).status).toBe('expired');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  visitor.expectsFailure(`/api/orders/${session.client_reference_id}`, 404);
  await page.getByRole('link', { name: 'Back to the shop' }).click();
  await visitor.seesHeading('This payment has ended');
});

test('An owner finds a payment, asks the processor about it, and reads what is wrong with it', async ({
  visitor,
  adminApi,
  shop,
  stripe,
}) => {
  const owner = new Owner(visitor, shop);
  const listing = await adminApi.addsListing('Looked At', { price: 640 });
  stripe.webhooks.mode = 'off';
  const { orderId } = await adminApi.beginsPayment(listing, await adminApi.addsCustomer('Looked At'), 'credit');
  await owner.opensPanel();
  await owner.goesTo('Payments');
  await expect(owner.row(orderId)).toContainText('$640.00');
  await expect(owner.row(orderId).getByRole('link')).toHaveAttribute('href', `/admin/orders/${orderId}`);
  await expectNoViolations(owner.page);
  await owner.main.getByLabel('State').selectOption('Waiting for the buyer');
  await expect(owner.page).toHaveURL('/admin/payments?state=open');

  const session = stripe.sessions().at(-1);
  const intent = stripe.authorise(session?.id ?? '');
  stripe.alterIntent(intent.id, { amount: 1 });
  await owner.row(orderId).getByRole('button', { name: 'Check now' }).click();
  await expect(owner.row(orderId).getByRole('status')).toHaveText('Checked: Needs attention.');
  await expect(owner.row(orderId)).toContainText('The payment has another amount');

  stripe.failNext('checkout.sessions.retrieve', 'drop before', 3);
  visitor.expectsFailure(`/api/admin/payments/${intent.metadata.attempt}/check`, 503);
  await owner.row(orderId).getByRole('button', { name: 'Check now' }).click();
  await expect(owner.row(orderId).getByRole('alert')).toContainText('The payment service cannot be reached right now.');
  await expectNoViolations(owner.page);
});

test('An owner reads on the dashboard what needs them, checks the connection and makes a test purchase', async ({
  visitor,
  adminApi,
  shop,
  stripe,
}) => {
  const owner = new Owner(visitor, shop);
  const { main, page } = owner;
  const needs = main.getByRole('region', { name: 'Needs you' });
  stripe.webhooks.mode = 'on';
  const listing = await adminApi.addsListing('Disputed', { price: 680 });
  const { orderId } = await adminApi.beginsPayment(listing, await adminApi.addsCustomer('Disputed'), 'credit');
  const { id } = stripe.authorise(stripe.sessions().at(-1)?.id ?? '');
  await expect.poll(() => stripe.book(id).captured).toBe(68_000);
  stripe.openDispute(id, { reason: 'product_not_received' });
  await stripe.webhooks.settled();

  await test.step('the to-do list of the dashboard has the dispute and the order to pack', async () => {
    const line = needs.getByRole('listitem').filter({ hasText: `The bank of ${orderId}’s buyer disputes $680.00` });
    await expect(async () => {
      await owner.opensPanel();
      await expect(line).toContainText('Product not received. Without an answer the money goes back.', {
        timeout: 5_000,
      });
    }).toPass();
    await expect(line.getByRole('link', { name: 'Answer' })).toHaveAttribute('href', `/admin/orders/${orderId}`);
    const toPack = needs.getByRole('listitem').filter({ hasText: `${orderId} of` });
    await expect(toPack.getByRole('link', { name: 'Pack' })).toHaveAttribute('href', `/admin/orders/${orderId}`);
    await expectNoViolations(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('the connection is checked', async () => {
    await owner.opens('/admin/settings/payments');
    const ending = stripe.secretKey.slice(-4);
    await expect(main.getByText(`Present, ends in ${ending}`)).toBeVisible();
    await main.getByRole('button', { name: 'Check the connection' }).click();
    await expect(main.getByRole('alert')).toContainText('Stripe has no webhook endpoint with the address');
    stripe.setEndpoint(`${shop.address}/api/payments/stripe/events`);
    await main.getByRole('button', { name: 'Check the connection' }).click();
    await expect(
      main.getByText('Stripe accepts the key, and the webhook endpoint is as the shop needs it.'),
    ).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('the webhook of a test purchase arrives', async () => {
    await main.getByRole('button', { name: 'Make a test purchase' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(main.getByText(/Its webhook arrived/)).toBeVisible();
  });
});

async function goesToPayment(visitor: Visitor, customer: Customer, listing: Listing): Promise<void> {
  await visitor.startsSignedInAs(customer);
  await visitor.opensHome();
  await visitor.opensListing(listing.name);
  await visitor.addsToCart();
  await visitor.checksOut();
  await visitor.seesHeading('Payment');
}

/** Leaves for the page of the processor. */
async function continues({ page }: Visitor, { price }: Listing): Promise<void> {
  await page.getByRole('button', { name: `Continue to payment ${formatPrice(price, 'AUD')}` }).click();
  await expect(page.getByRole('heading', { name: /^Pay / })).toBeVisible();
}
