import { expect } from '@playwright/test';
import type { Customer } from './admin-api.ts';
import { boxOf, expectNoSidewaysScroll } from './layout.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

test('A customer opens the details of an order, and no other customer can', async ({
  visitor,
  adminApi,
  anotherVisitor,
}) => {
  const { page, account } = visitor;
  const [customer, stranger] = [await adminApi.addsCustomer('Dee'), await adminApi.addsCustomer('Stranger')];
  await adminApi.fillsProfile(customer, {
    name: 'Dee Tails',
    phone: '0400 123 456',
    deliveryAddress: '7 Resin Row',
    deliveryCity: 'Ballarat',
    deliveryState: 'VIC',
    deliveryPostcode: '3350',
  });
  const listing = await adminApi.addsListing('Looked at again', { price: 640 });
  const order = await adminApi.sells(listing, customer);
  await signsInAndOpensOrders(visitor, customer);

  const card = account.order(order);
  const details = card.getByRole('region', { name: `Details of order ${order.id}` });
  await expect(card.getByRole('link', { name: listing.name })).toHaveAttribute('href', `/product/${listing.id}`);
  await expect(card).toContainText('Paid');
  await expect(details).toBeHidden();
  if (visitor.isOnPhone) {
    const heights = await card.locator('.order-act .button').evaluateAll((acts) => acts.map((act) => act.clientHeight));
    // 44 pixels minus the border.
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(42);
  }
  await card.getByRole('link', { name: 'Order Details' }).click();
  await expect(page).toHaveURL(`/account?order=${order.id}`);
  for (const words of [
    '7 Resin Row, Ballarat VIC 3350',
    '0400 123 456',
    'Credit card',
    '$640.00',
    'Payment received',
  ]) {
    await expect(details).toContainText(words);
  }
  await visitor.reloads();
  await expect(details).toBeVisible();
  await card.getByRole('link', { name: 'Hide Details' }).click();
  await expect(details).toBeHidden();
  await page.goBack();
  await expect(details).toBeVisible();

  const other = await anotherVisitor();
  await signsInAndOpensOrders(other, stranger);
  other.expectsFailure(`/api/orders/${order.id}`, 404);
  await other.opens(`/account?order=${order.id}`);
  await expect(other.account.panel).toContainText('No orders found');
  await expect(other.account.panel).not.toContainText('Looked at again');
});

test('More than ten orders are shown on several pages', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Collector');
  const edition = await adminApi.addsListing('Of many', { price: 15, unique: false });
  for (let bought = 1; bought <= 11; bought += 1) await adminApi.sells(edition, customer);
  await signsInAndOpensOrders(visitor, customer);
  await expect(account.orders).toHaveCount(10);
  await page.getByRole('link', { name: 'Older Orders' }).click();
  await expect(page).toHaveURL('/account?page=2');
  await expect(account.orders).toHaveCount(1);
  await account.orders.getByRole('link', { name: 'Order Details' }).click();
  await expect(account.orders.getByRole('region')).toContainText('Payment received');
  await page.getByRole('link', { name: 'Newer Orders' }).click();
  await expect(account.orders).toHaveCount(10);
  await visitor.opens('/account?page=99');
  await expect(page).toHaveURL('/account?page=2');
});

test('A customer cancels an order after a confirmation, and its piece is for sale again', async ({
  visitor,
  adminApi,
  anotherVisitor,
}) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Cara');
  const listing = await adminApi.addsListing('Given back', { price: 910 });
  const order = await adminApi.sells(listing, customer);
  const observer = await anotherVisitor();
  await observer.opensHome();
  await expect(observer.card(listing.name)).toContainText('SOLD');
  await signsInAndOpensOrders(visitor, customer);
  const card = account.order(order);
  const question = account.question(`Cancel Order ${order.id}?`);

  await card.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(question).toContainText('$910.00 will be refunded');
  await expect(question).toContainText('This action cannot be undone.');
  await expect(question.getByRole('button', { name: 'Keep Order' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(card).toContainText('Paid');

  await card.getByRole('button', { name: 'Cancel Order' }).click();
  await account.answers(`Cancel Order ${order.id}?`, 'Cancel Order');
  await account.seesStatus('Order cancelled successfully. Products are now available again.');
  await expect(card).toContainText('Cancelled');
  await expect(card.getByRole('button')).toHaveCount(0);
  await expect(card.getByRole('heading', { name: `Order ${order.id}` })).toBeFocused();
  await card.getByRole('link', { name: 'Order Details' }).click();
  await expect(card.getByRole('region')).toContainText('Order cancelled');
  await expect(card.getByRole('definition').filter({ hasText: '$910.00' })).toHaveCount(3);

  await expect(observer.card(listing.name).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await visitor.opensHome();
  await expect(visitor.card(listing.name).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
});

test('An order that was cancelled in another window says so and shows its new status', async ({
  visitor,
  adminApi,
}) => {
  const { account } = visitor;
  const customer = await adminApi.addsCustomer('Two Windows');
  const order = await adminApi.sells(await adminApi.addsListing('Cancelled elsewhere'), customer);
  await signsInAndOpensOrders(visitor, customer);
  await adminApi.cancels(order, customer);
  visitor.expectsFailure(`/api/orders/${order.id}/cancel`, 409);
  await account.order(order).getByRole('button', { name: 'Cancel Order' }).click();
  const question = account.question(/^Cancel Order/);
  await question.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(question.getByRole('alert')).toHaveText('Failed to cancel order: Only paid orders can be cancelled');
  await account.answers(/^Cancel Order/, 'Keep Order');
  await expect(account.order(order)).toContainText('Cancelled');
});

test('After the session expired, the customer signs in again and the cancellation continues', async ({
  visitor,
  adminApi,
}) => {
  const { account } = visitor;
  const customer = await adminApi.addsCustomer('Back Again');
  const order = await adminApi.sells(await adminApi.addsListing('Cancelled late'), customer);
  await signsInAndOpensOrders(visitor, customer);
  await adminApi.signsOutEverywhere(customer);
  visitor.expectsFailure(`/api/orders/${order.id}/cancel`, 401);
  await account.order(order).getByRole('button', { name: 'Cancel Order' }).click();
  await account
    .question(/^Cancel Order/)
    .getByRole('button', { name: 'Cancel Order' })
    .click();
  await expect(visitor.signInDialog.getByLabel('Email')).toHaveValue(customer.email);
  await visitor.entersSignIn(customer);
  await account.seesStatus('Order cancelled successfully. Products are now available again.');
  await expect(account.order(order)).toContainText('Cancelled');
});

test('A failure to load an invoice and a blocked new tab are shown, and the invoice can still be downloaded', async ({
  visitor,
  adminApi,
}) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Ivo');
  const order = await adminApi.sells(await adminApi.addsListing('Unprinted'), customer);
  await signsInAndOpensOrders(visitor, customer);
  visitor.expectsFailure(`/api/orders/${order.id}/invoice/download`, 500);
  await page.route('**/invoice/download', (route) => route.fulfill({ status: 500, body: '' }));
  await account.order(order).getByRole('button', { name: 'Download Invoice' }).click();
  await account.seesAlert('Failed to download invoice');

  // The browser blocks new tabs.
  await page.unroute('**/invoice/download');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await account.order(order).getByRole('button', { name: 'Open Invoice' }).click();
  await account.seesAlert('The browser did not allow a new tab.');
  const download = account.order(order).getByRole('button', { name: 'Download Invoice' });
  expect((await account.downloads(download)).suggestedFilename()).toBe(`invoice-order-${order.id}.pdf`);
});

async function signsInAndOpensOrders(visitor: Visitor, customer: Customer): Promise<void> {
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account');
}

test('In narrow windows the date of an order is below its number and total, and no page of the account scrolls sideways', async ({
  visitor,
  adminApi,
}) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Zoomer');
  const order = await adminApi.sells(await adminApi.addsListing('Zoomed In'), customer);
  const card = account.order(order);
  await visitor.startsSignedInAs(customer);
  for (const path of ['/account', '/account/profile', '/account/payment', '/account/security']) {
    await visitor.opens(path);
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    for (const size of [
      { width: 640, height: 360 },
      { width: 320, height: 568 },
    ]) {
      await page.setViewportSize(size);
      await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(size.width);
      await expectNoSidewaysScroll(page);
      if (path !== '/account') continue;
      const number = await boxOf(card.getByRole('heading'));
      const date = await boxOf(card.getByRole('time'));
      const total = await boxOf(card.getByText('$1,250.00', { exact: true }).first());
      expect(date.y).toBeGreaterThanOrEqual(number.y + number.height - 1);
      expect(total.y + total.height).toBeLessThanOrEqual(date.y + 1);
    }
  }
});
