import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';

test('An owner changes the prices of several pieces, reads which were not changed, and undoes the change', async ({
  owner,
  adminApi,
}) => {
  const { main, page } = owner;
  const marker = adminApi.unique('Bulk');
  const [first, second] = [
    await adminApi.addsListing(`${marker} one`, { price: 100 }),
    await adminApi.addsListing(`${marker} two`, { price: 50 }),
  ];
  const sold = await adminApi.addsListing(`${marker} three`, { price: 70, status: 'sold' });
  await owner.opensPanel(`/admin/products?q=${encodeURIComponent(marker)}`);

  await test.step('rows are selected with the keyboard, one by one and all at once', async () => {
    await main.getByRole('checkbox', { name: `Select ${first.name}` }).press('Space');
    await expect(main.getByRole('button', { name: 'Change 1 piece' })).toBeVisible();
    await main.getByRole('button', { name: 'Select all 3 on this page' }).press('Enter');
    await expect(main.getByRole('form', { name: 'Change the selected pieces' })).toBeFocused();
    await expect(main.getByRole('button', { name: 'Change 3 pieces' })).toBeVisible();
    await main.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect(main.locator(':focus')).toHaveText(/^Select pieces first/);
    await main.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    await expect(main.getByRole('button', { name: 'Change 3 pieces' })).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('a text that is not a percentage is refused at its field', async () => {
    const percent = main.getByLabel('Percent');
    await percent.fill('much');
    await percent.press('Enter');
    await expect(percent).toBeFocused();
    await expect(percent).toHaveAccessibleDescription(/like 5 or -10/);
    await percent.fill('12.5');
    await percent.press('Enter');
  });

  await test.step('the result names what was not changed', async () => {
    await expect(main.getByText('2 pieces changed.')).toBeVisible();
    await expect(main.getByText(`'${sold.name}' is sold, so its price stays.`)).toBeVisible();
    await expect(owner.row(first.name)).toContainText('$112.50');
    await expect(owner.row(second.name)).toContainText('$56.25');
    await expectNoViolations(page);
  });

  await test.step('undo gives the prices back', async () => {
    await main.getByRole('button', { name: 'Undo' }).press('Enter');
    await owner.seesMessage('2 pieces changed back');
    await expect(owner.row(first.name)).toContainText('$100.00');
    await expect(owner.row(second.name)).toContainText('$50.00');
    await expect(main.locator(':focus')).toHaveText(/^Select pieces first/);
  });
});

test('An owner records a sale over the counter at an agreed price', async ({ owner, adminApi }) => {
  const { main, page } = owner;
  const listing = await adminApi.addsListing(adminApi.unique('Counter'), { price: 900 });
  await owner.opensPanel(`/admin/products?q=${encodeURIComponent(listing.name)}`);
  await main.getByRole('checkbox', { name: `Select ${listing.name}` }).press('Space');
  await main.getByRole('button', { name: 'Record a sale' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Record a sale' });
  const price = dialog.getByLabel(`Price of ${listing.name}`);
  await expect(price).toBeFocused();
  await expect(price).toHaveValue('900');
  await price.fill('850');
  await expect(dialog.getByText('Total $850.00')).toBeVisible();
  await price.press('Enter');
  const name = dialog.getByLabel('Buyer’s name');
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Please give the buyer’s name');
  await expectNoViolations(page);
  await name.fill('Mai of the market');
  await name.press('Enter');
  await owner.seesMessage('Sale of $850.00 recorded');
  await expect(main.getByText('Mai of the market')).toBeVisible();
  await expect(main.getByText('No account')).toBeVisible();
  await expect(main.getByText('Paid', { exact: true }).first()).toBeVisible();
});

test('An owner sells a piece for cash over the counter, after ending the hold of an online buyer', async ({
  owner,
  adminApi,
}) => {
  const { main, page } = owner;
  const listing = await adminApi.addsListing(adminApi.unique('Held counter'), { price: 120 });
  await adminApi.beginsPayment(listing, await adminApi.addsCustomer('Ben Online'), 'credit');
  await owner.opensPanel(`/admin/products?q=${encodeURIComponent(listing.name)}`);
  await main.getByRole('checkbox', { name: `Select ${listing.name}` }).press('Space');
  await main.getByRole('button', { name: 'Record a sale' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Record a sale' });
  await dialog.getByLabel('Buyer’s name').fill('Mai of the market');
  await dialog.getByLabel('Method').selectOption('Cash');
  await dialog.getByRole('checkbox', { name: 'The buyer took the piece along' }).press('Space');
  const record = dialog.getByRole('button', { name: 'Record sale' });
  owner.visitor.expectsFailure('/api/admin/orders', 409);
  await record.press('Enter');
  const refused = dialog.getByRole('alert');
  await expect(refused).toContainText('Ben Online');
  await expectNoViolations(page);

  const opened = page.waitForEvent('popup');
  await refused.getByRole('link', { name: 'Holds (new tab)' }).press('Enter');
  const holds = await opened;
  await holds.getByRole('row', { name: listing.name }).getByRole('button', { name: 'Release' }).press('Enter');
  await holds.getByRole('alertdialog').getByRole('button', { name: 'Release' }).press('Enter');
  await expect(holds.getByRole('row', { name: listing.name })).toHaveCount(0);
  await holds.close();

  await record.press('Enter');
  await owner.seesMessage('Sale of $120.00 recorded');
  await expect(main.getByText('Taken along')).toBeVisible();
  await expect(main.getByText('Cash', { exact: true }).first()).toBeVisible();
  await expect(main.getByText('Delivered', { exact: true }).first()).toBeVisible();
  await expectNoViolations(page);
});
