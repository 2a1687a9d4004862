import { expect } from '@playwright/test';
import { formatPrice } from '#contract/money.ts';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';

test('Pieces are filtered by status, and orders are found by phone number', async ({ owner, adminApi }) => {
  const { main, page } = owner;
  const listing = await adminApi.addsListing('Left the Collection');
  await adminApi.changesListing(listing.id, { status: 'discontinued' });
  await owner.opensPanel('/admin/products');
  await main.getByLabel('Status').selectOption('Discontinued');
  await expect(page).toHaveURL('/admin/products?status=discontinued');
  await expect(owner.row(listing.name)).toBeVisible();
  await expect(main.getByRole('row').filter({ hasText: /Available|Sold/ })).toHaveCount(0);

  const customer = await adminApi.addsCustomer('Caller');
  await adminApi.fillsProfile(customer, { phone: '0498 765 432' });
  const order = await adminApi.sells(await adminApi.addsListing('Called About'), customer);
  await owner.goesTo('Orders');
  await owner.searches('Orders', '+61 498 765 432');
  await expect(owner.row(order.id)).toBeVisible();
  await expect(main.getByText('1 order', { exact: true })).toBeVisible();
});

test('A chosen sort order and status are shown at once, while their rows are still loading', async ({ owner }) => {
  const { main, page } = owner;
  await page.setViewportSize({ width: 390, height: 844 });
  await owner.opensPanel('/admin/products');
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/admin/listings?*', async (route) => {
    await answered.promise;
    // The second choice has cancelled the request of the first.
    await route.continue().catch(() => {});
  });
  const sort = main.getByRole('combobox', { name: 'Sort by', exact: true });
  const status = main.getByRole('combobox', { name: 'Status' });
  const valueAfterChoice = (select: HTMLSelectElement, value: string) => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    return select.value;
  };
  expect(await sort.evaluate(valueAfterChoice, 'price')).toBe('price');
  await expect(main.locator('.panel[aria-busy="true"]')).toBeVisible();
  await expect(sort).toHaveValue('price');
  expect(await status.evaluate(valueAfterChoice, 'sold')).toBe('sold');
  await expect(sort).toHaveValue('price');
  await expect(status).toHaveValue('sold');
  answered.resolve();
  await expect(page).toHaveURL('/admin/products?sort=price&status=sold');
  await expect(sort).toHaveValue('price');
  await expect(status).toHaveValue('sold');
});

test('A piece that a buyer is paying for is discontinued after the admin chose to end the hold', async ({
  owner,
  adminApi,
}) => {
  const { productForm: form, visitor } = owner;
  const listing = await adminApi.addsListing('Held and Discontinued', { price: 640 });
  const customer = await adminApi.addsCustomer('Linh');
  await owner.opensPanel('/admin/products');
  await owner.row(listing.name).getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Status').selectOption('discontinued');
  await adminApi.holds(listing, customer);
  visitor.expectsFailure(`/api/admin/products/${listing.id}`, 409);
  await form.getByRole('button', { name: 'Save Product' }).click();
  await expect(form.getByRole('alert')).toContainText('is on hold: somebody is paying for it right now.');
  await expect(form.getByRole('group', { name: 'Hold' })).toContainText(`(${customer.email}) holds it until`);
  await form.getByLabel('End the hold or reservation when the product is saved').check();
  await expectNoViolations(owner.page);
  await form.getByRole('button', { name: 'Save Product' }).click();
  await owner.seesMessage('Product updated successfully');
  await expect(owner.row(listing.name)).toContainText('Discontinued');
});

test('“Sold, less refunds” counts every order that was charged, and the orders are exported for bookkeeping', async ({
  owner,
  adminApi,
}) => {
  const { main } = owner;
  const customer = await adminApi.addsCustomer('Book Keeper');
  await adminApi.sells(await adminApi.addsListing('Booked', { price: 99.5 }), customer);
  await owner.opensPanel('/admin');
  const sold = await main.getByText('Sold, less refunds').locator('+ dd').innerText();
  await owner.goesTo('Orders');
  const { filename, text } = await owner.exportsTable();
  expect(filename).toBe('orders.csv');
  const [head = '', ...lines] = text.trim().split('\r\n');
  expect(head.replace('\uFEFF', '')).toBe(
    '"Order ID","User","Amount","Status","Date","Currency","Buyer","Email","Phone","Pieces","Payment method","Recipient","Address","City","State","Postcode"',
  );
  expect(lines[0]).toMatch(/,99\.5,"Paid","20\d\d-\d\d-\d\d \d\d:\d\d","AUD","Book Keeper",.*"Booked/);
  const cents = lines
    .filter((line) => /^[^,]*,[^,]*,[^,]*,"(Processing|Paid|Shipped|Delivered)"/.test(line))
    .reduce((sum, line) => sum + Math.round(Number(line.split(',')[2]) * 100), 0);
  expect(sold).toBe(formatPrice(cents / 100, 'AUD'));
});
