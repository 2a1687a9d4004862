import { expect } from '@playwright/test';
import type { Customer } from './shopkeeper.ts';
import type { Shopper } from './shopper.ts';
import { test } from './test.ts';

test('An order shows everything about it when it is asked for', async ({ shopper, shopkeeper, anotherShopper }) => {
  const { page, account } = shopper;
  const [customer, stranger] = [
    await shopkeeper.registersCustomer('Dee'),
    await shopkeeper.registersCustomer('Stranger'),
  ];
  await shopkeeper.fillsProfile(customer, {
    ...{ name: 'Dee Tails', phone: '0400 123 456', deliveryAddress: '7 Resin Row' },
    ...{ deliveryCity: 'Ballarat', deliveryState: 'VIC', deliveryPostcode: '3350' },
  });
  const piece = await shopkeeper.hangsPiece('Looked at again', { price: 640 });
  const order = await shopkeeper.sells(piece, customer);
  await opensOrders(shopper, customer);

  const card = account.order(order);
  const details = card.getByRole('region', { name: `Details of order ${order.id}` });
  await expect(card.getByRole('link', { name: piece.name })).toHaveAttribute('href', `/product/${piece.id}`);
  await expect(card).toContainText('Paid');
  await expect(details).toBeHidden();
  if (shopper.isOnPhone) {
    const heights = await card.locator('.order-act .btn').evaluateAll((acts) => acts.map((act) => act.clientHeight));
    // 44 pixels less the border.
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
  await shopper.reloads();
  await expect(details).toBeVisible();
  await card.getByRole('link', { name: 'Hide Details' }).click();
  await expect(details).toBeHidden();
  await page.goBack();
  await expect(details).toBeVisible();

  const other = await anotherShopper();
  await opensOrders(other, stranger);
  other.willBeRefused(`/api/orders/${order.id}`, 404);
  await other.opens(`/account?order=${order.id}`);
  await expect(other.account.panel).toContainText('No orders found');
  await expect(other.account.panel).not.toContainText('Looked at again');
});

test('More than ten orders stand on pages', async ({ shopper, shopkeeper }) => {
  const { page, account } = shopper;
  const customer = await shopkeeper.registersCustomer('Collector');
  const edition = await shopkeeper.hangsPiece('Of many', { price: 15, unique: false });
  for (let bought = 1; bought <= 11; bought += 1) await shopkeeper.sells(edition, customer);
  await opensOrders(shopper, customer);
  await expect(account.orders).toHaveCount(10);
  await page.getByRole('link', { name: 'Older Orders' }).click();
  await expect(page).toHaveURL('/account?page=2');
  await expect(account.orders).toHaveCount(1);
  await account.orders.getByRole('link', { name: 'Order Details' }).click();
  await expect(account.orders.getByRole('region')).toContainText('Payment received');
  await page.getByRole('link', { name: 'Newer Orders' }).click();
  await expect(account.orders).toHaveCount(10);
  await shopper.opens('/account?page=99');
  await expect(page).toHaveURL('/account?page=2');
});

test('An order is cancelled after a question, and its piece is for sale again at once', async ({
  shopper,
  shopkeeper,
  anotherShopper,
}) => {
  const { page, account } = shopper;
  const customer = await shopkeeper.registersCustomer('Cara');
  const piece = await shopkeeper.hangsPiece('Given back', { price: 910 });
  const order = await shopkeeper.sells(piece, customer);
  const bystander = await anotherShopper();
  await bystander.opensHome();
  await expect(bystander.card(piece.name)).toContainText('SOLD');
  await opensOrders(shopper, customer);
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
  await account.isTold('Order cancelled successfully. Products are now available again.');
  await expect(card).toContainText('Cancelled');
  await expect(card.getByRole('button')).toHaveCount(0);
  await expect(card.getByRole('heading', { name: `Order ${order.id}` })).toBeFocused();
  await card.getByRole('link', { name: 'Order Details' }).click();
  await expect(card.getByRole('region')).toContainText('Order cancelled');
  await expect(card.getByRole('definition').filter({ hasText: '$910.00' })).toHaveCount(3);

  await expect(bystander.card(piece.name).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
  await shopper.opensHome();
  await expect(shopper.card(piece.name).getByRole('button', { name: 'Add to Cart' })).toBeVisible();
});

test('What was done elsewhere meanwhile is refused in words, and shown', async ({ shopper, shopkeeper }) => {
  const { account } = shopper;
  const customer = await shopkeeper.registersCustomer('Two Windows');
  const order = await shopkeeper.sells(await shopkeeper.hangsPiece('Cancelled elsewhere'), customer);
  await opensOrders(shopper, customer);
  await shopkeeper.cancels(order, customer);
  shopper.willBeRefused(`/api/orders/${order.id}/cancel`, 409);
  await account.order(order).getByRole('button', { name: 'Cancel Order' }).click();
  await account.answers(/^Cancel Order/, 'Cancel Order');
  await account.isWarned('Failed to cancel order: Only paid orders can be cancelled');
  await expect(account.order(order)).toContainText('Cancelled');
});

test('A session that ended is asked for again, and what was begun goes on', async ({ shopper, shopkeeper }) => {
  const { account } = shopper;
  const customer = await shopkeeper.registersCustomer('Back Again');
  const order = await shopkeeper.sells(await shopkeeper.hangsPiece('Cancelled late'), customer);
  await opensOrders(shopper, customer);
  await shopkeeper.signsOutEverywhere(customer);
  shopper.willBeRefused(`/api/orders/${order.id}/cancel`, 401);
  await account.order(order).getByRole('button', { name: 'Cancel Order' }).click();
  await account
    .question(/^Cancel Order/)
    .getByRole('button', { name: 'Cancel Order' })
    .click();
  await expect(shopper.signInDialog.getByLabel('Email')).toHaveValue(customer.email);
  await shopper.entersSignIn(customer);
  await account.isTold('Order cancelled successfully. Products are now available again.');
  await expect(account.order(order)).toContainText('Cancelled');
});

test('An invoice that cannot be had says so', async ({ shopper, shopkeeper }) => {
  const { page, account } = shopper;
  const customer = await shopkeeper.registersCustomer('Ivo');
  const order = await shopkeeper.sells(await shopkeeper.hangsPiece('Unprinted'), customer);
  await opensOrders(shopper, customer);
  shopper.willBeRefused(`/api/orders/${order.id}/invoice/download`, 500);
  await page.route('**/invoice/download', (route) => route.fulfill({ status: 500, body: '' }));
  await account.order(order).getByRole('button', { name: 'Download Invoice' }).click();
  await account.isWarned('Failed to download invoice');

  // Where new tabs are not allowed, the file is offered.
  await page.unroute('**/invoice/download');
  await page.evaluate(() => {
    window.open = () => null;
  });
  await account.order(order).getByRole('button', { name: 'Open Invoice' }).click();
  await account.isWarned('The browser did not allow a new tab.');
  const offer = page.getByRole('alert').getByRole('button', { name: 'Download Invoice' });
  expect((await account.downloads(offer)).suggestedFilename()).toBe(`invoice-order-${order.id}.pdf`);
});

async function opensOrders(shopper: Shopper, customer: Customer): Promise<void> {
  await shopper.opensHome();
  await shopper.signsIn(customer);
  await shopper.opens('/account');
}
