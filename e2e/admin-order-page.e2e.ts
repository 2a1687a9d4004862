import { expect } from '@playwright/test';
import { type FakeStripe, openFakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import { expectNoViolations } from './axe.ts';
import { Owner } from './owner.ts';
import { startShop } from './shop.ts';
import { test as base } from './test.ts';
import { pollsOften } from './timers.ts';

/**
 * A shop with a fake of Stripe, and with bank transfers. With RATE_LIMITS=off its buyers may pay by transfer without a confirmed email
 * address.
 */
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
      const shop = await startShop({ settings: { ...stripe.environment, RATE_LIMITS: 'off' } });
      stripe.webhooks.to = `${shop.address}/api/payments/stripe/events`;
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.beforeEach(({ page }) => pollsOften(page));

test('An owner refunds a part of an order, pays a failed refund another way, and sees a dispute; a viewer sees no button', async ({
  visitor,
  anotherVisitor,
  adminApi,
  shop,
  stripe,
}) => {
  const owner = new Owner(visitor, shop);
  const { main, page } = owner;
  const listing = await adminApi.addsListing('Refunded in Part', { price: 640 });
  const { orderId } = await adminApi.beginsPayment(listing, await adminApi.addsCustomer('Anna Lê'), 'credit');
  const { id: intentId } = stripe.authorise(stripe.sessions().at(-1)?.id ?? '');
  await expect.poll(() => stripe.book(intentId).captured).toBe(64_000);
  const money = main.getByRole('region', { name: 'Money' });

  await test.step('the quick view leads to the page', async () => {
    await owner.opensPanel(`/admin/orders?order=${orderId}`);
    await owner.dialog('Order Details').getByRole('link', { name: 'Open the order' }).click();
    await expect(page).toHaveURL(`/admin/orders/${orderId}`);
    await expect(main.getByRole('heading', { level: 1, name: orderId })).toBeVisible();
    await expect(money.getByRole('row').filter({ hasText: 'Charge' })).toContainText('$640.00');
    await expectNoViolations(page);
  });

  await test.step('the dialog says what the refund will change, and keeps what was entered', async () => {
    await main.getByRole('button', { name: 'Refund' }).click();
    const dialog = owner.dialog('Refund');
    await dialog.getByLabel('Amount').fill('40');
    await page.keyboard.press('Escape');
    await owner.question('Discard your changes?').getByRole('button', { name: 'Keep Editing' }).click();
    await expect(dialog).toContainText('The order stays paid, and its pieces stay sold.');
    await expect(dialog.getByRole('checkbox')).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Refund $40.00' }).click();
    await expect(dialog.getByLabel('Reason')).toBeFocused();
    await dialog.getByLabel('Reason').fill('A scratch');
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Refund $40.00' }).click();
    await expect(main.getByText('Part refunded')).toBeVisible();
    await expect(money.getByRole('row').filter({ hasText: 'Refund' })).toContainText('-$40.00');
    await expect(money.getByText('Kept').locator('xpath=following-sibling::dd[1]')).toHaveText('$600.00');
    await expect.poll(() => stripe.book(intentId).refunded).toBe(4_000);
  });

  await test.step('a refund that failed is recorded as paid another way, and its button disappears', async () => {
    stripe.failRefund(stripe.refundsOf(intentId)[0]?.id ?? '');
    await main.getByRole('button', { name: 'Paid another way' }).click({ timeout: 15_000 });
    const question = owner.question('Refund paid another way');
    await question.getByLabel('Note').fill('By bank');
    await expectNoViolations(page);
    await question.getByRole('button', { name: 'Record it' }).click();
    await owner.seesMessage('Refund recorded');
    await expect(main.getByRole('button', { name: 'Paid another way' })).toBeHidden();
    await expect(money.getByText('Kept').locator('xpath=following-sibling::dd[1]')).toHaveText('$600.00');
  });

  await test.step('while the payment is disputed nothing can be refunded', async () => {
    stripe.openDispute(intentId, { reason: 'product_not_received' });
    await expect(main.getByText("The buyer's bank disputes this payment")).toBeVisible({ timeout: 15_000 });
    await expect(main.getByRole('button', { name: 'Refund' })).toBeDisabled();
    await expect(main.getByRole('link', { name: /^Answer at Stripe/ })).toHaveAttribute(
      'href',
      `https://dashboard.stripe.com/test/payments/${intentId}`,
    );
    await expectNoViolations(page);
  });

  await test.step('a viewer reads the same without a button', async () => {
    const vera = new Owner(await anotherVisitor(), shop);
    await vera.visitor.startsSignedInAs(await adminApi.addsAdmin('Vera', 'viewer'));
    await vera.opens(`/admin/orders/${orderId}`);
    await expect(vera.main.getByText('Part refunded')).toBeVisible();
    await expect(vera.main.getByRole('button', { name: /Refund|Record|Status|Check/ })).toBeHidden();
    await expect(vera.main.getByRole('link', { name: /Stripe/ })).toBeHidden();
  });
});

test('An owner records the parts of a transfer until the order is paid', async ({ visitor, adminApi, shop }) => {
  const owner = new Owner(visitor, shop);
  const { main, page } = owner;
  const account = { accountName: 'Vàng Son', bsb: '062000', accountNumber: '10482297' };
  await adminApi.changesPaymentSettings({ transfer: true, ...account });
  const listing = await adminApi.addsListing('Transferred in Parts', { price: 100 });
  const { orderId } = await adminApi.beginsPayment(listing, await adminApi.addsCustomer('Ben Trần'), 'transfer');
  await owner.opensPanel(`/admin/orders/${orderId}`);
  const dialog = owner.dialog('Record payment');

  await main.getByRole('button', { name: 'Record payment' }).click();
  await expect(dialog.getByLabel('Amount')).toHaveValue('100');
  await dialog.getByLabel('Amount').fill('30');
  await expect(dialog).toContainText('$70.00 stays open');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(main.getByText(/^\$70\.00 of \$100\.00 is left to pay/)).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);

  await main.getByRole('button', { name: 'Record payment' }).click();
  await dialog.getByLabel('Note').fill('Row 12');
  await dialog.getByRole('button', { name: 'Record payment' }).click();
  await expect(main.getByText('Paid', { exact: true })).toBeVisible();
  await expect(main.getByRole('row').filter({ hasText: 'Row 12' })).toContainText('$70.00');
  await expect(main.getByRole('button', { name: 'Record payment' })).toBeHidden();

  visitor.expectsFailure('/api/admin/orders/XXX-XXX/details', 404);
  await owner.opens('/admin/orders/XXX-XXX');
  await expect(main).toContainText('There is no order with this number.');
});
