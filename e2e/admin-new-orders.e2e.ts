import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { type Owner, test } from './owner.ts';
import { pollsOften } from './timers.ts';

test.beforeEach(({ page }) => pollsOften(page));

/** Opening the list marks its orders as seen. */
async function opensOrders(owner: Owner): Promise<void> {
  const marked = owner.page.waitForResponse('**/api/admin/orders/seen');
  await owner.opensPanel('/admin/orders');
  await marked;
}

/** The first row of the table that is an order. */
function newestRow({ page, main }: Owner) {
  return main
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: 'View' }) })
    .first();
}

test('A new order is counted in the menu, announced, and offered in the orders table', async ({ owner, adminApi }) => {
  const { page, main, navigation } = owner;
  const buyer = await adminApi.addsCustomer('Night Buyer');
  const first = await adminApi.sells(await adminApi.addsListing('Sold Before'), buyer);
  const link = navigation.getByRole('link', { name: /^Orders/ });

  await opensOrders(owner);
  await expect(link).toHaveAccessibleName('Orders');
  await owner.row(first.id).getByRole('button', { name: 'View' }).click();
  const details = owner.dialog('Order Details');
  await expect(details).toContainText(first.id);
  const second = await adminApi.sells(await adminApi.addsListing('Sold at Night'), buyer);
  await expect(navigation.getByText('1 new')).toBeAttached();
  await expect(page.getByRole('status').filter({ hasText: /^1 new order$/ })).toBeAttached();
  await expect(details).toContainText(first.id);
  await details.getByRole('button', { name: 'Close' }).last().click();

  const newest = newestRow(owner);
  await expect(newest).toContainText(first.id);
  await expectNoViolations(page);
  await main.getByRole('button', { name: 'Show 1 new order' }).click();
  await expect(newest).toContainText(second.id);
  await expect(main).toBeFocused();
  await expect(link).toHaveAccessibleName('Orders');
  await expect(main.getByRole('button', { name: /^Show/ })).toBeHidden();
});

test('A filtered and sorted table shows a changed status, and stays as it is until the admin asks for new orders', async ({
  owner,
  adminApi,
}) => {
  const { page, main } = owner;
  const buyer = await adminApi.addsCustomer('Second Thoughts');
  const order = await adminApi.sells(await adminApi.addsListing('Given Back'), buyer);
  await opensOrders(owner);
  await owner.opens(`/admin/orders?q=${order.id}&sort=totalPrice`);
  await expect(owner.row(order.id)).toContainText('Paid');
  await adminApi.cancels(order, buyer);
  await expect(owner.row(order.id)).toContainText('Cancelled');

  const other = await adminApi.sells(await adminApi.addsListing('Bought Meanwhile'), buyer);
  await expect(main.getByRole('button', { name: 'Show 1 new order' })).toBeVisible();
  await expect(page).toHaveURL(`/admin/orders?q=${order.id}&sort=totalPrice`);
  await main.getByRole('button', { name: 'Show 1 new order' }).click();
  await expect(page).toHaveURL('/admin/orders');
  await expect(newestRow(owner)).toContainText(other.id);
});
