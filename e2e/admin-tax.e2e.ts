import { expect, type Locator } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test as base } from './owner.ts';
import { shopFixture } from './shop.ts';

/** The test of this file has a shop of its own, because every invoice depends on the settings that it changes. */
const test = base.extend({
  shop: shopFixture(),
});

test('An owner registers the shop for GST, consigns a piece, and downloads tax files and an adjustment note', async ({
  owner,
  adminApi,
  visitor,
}) => {
  const { main, page } = owner;
  const bar = main.getByRole('region', { name: 'Unsaved changes' });
  const save = () => bar.getByRole('button', { name: 'Save changes' }).click();
  const abn = main.getByLabel('ABN');
  const downloaded = async (button: Locator) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    return download.suggestedFilename();
  };
  await owner.opensPanel('/admin/settings/tax');

  await test.step('a wrong ABN is refused at its field', async () => {
    await main.getByRole('radio', { name: 'Registered for GST' }).check();
    await abn.fill('51 824 753 557');
    visitor.expectsFailure('/api/admin/settings/tax', 400);
    await save();
    await expect(abn).toBeFocused();
    await expect(abn).toHaveAccessibleDescription(/This is not an ABN/);
    await expectNoViolations(page);
    await abn.fill('51824753556');
    await save();
    await owner.seesMessage('Settings saved');
    await expect(abn).toHaveValue('51 824 753 556');
  });

  await test.step('an owner who saves after somebody else sees what would be replaced', async () => {
    await adminApi.changesTax({ words: 'Theirs.' });
    await main.getByLabel('Below the lines').fill('Mine.');
    visitor.expectsFailure('/api/admin/settings/tax', 409);
    await save();
    await expect(main.getByText('Somebody else has saved meanwhile: Words on the invoice.')).toBeVisible();
    await main.getByRole('button', { name: 'Take theirs' }).click();
    await expect(main.getByLabel('Below the lines')).toHaveValue('Theirs.');
  });

  await test.step('a quarter is downloaded for the accountant', async () => {
    const quarter = main.getByLabel('Quarter');
    await quarter.selectOption({ index: 1 });
    const from = await quarter.inputValue();
    const gst = main.getByRole('button', { name: 'Download Sales with GST' });
    expect(await downloaded(gst)).toMatch(new RegExp(`^gst-${from}-\\d{4}-\\d\\d-\\d\\d\\.csv$`));
    const resales = main.getByRole('button', { name: 'Download Resale royalties' });
    expect(await downloaded(resales)).toMatch(new RegExp(`^resales-${from}-`));
  });

  await test.step('a piece is consigned in its form', async () => {
    const listing = await adminApi.addsListing('Consigned Moon');
    await owner.opens(`/admin/products?q=${encodeURIComponent(listing.name)}`);
    const edit = main.getByRole('row').filter({ hasText: listing.name }).getByRole('button', { name: 'Edit' });
    await edit.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Consignment and resale').click();
    await dialog.getByLabel('Whose piece it is').selectOption('consigned');
    await dialog.getByLabel('Its owner').fill('Lê Vân Khê');
    await dialog.getByLabel('Commission, %').fill('40');
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Save Product' }).click();
    await expect(dialog).toBeHidden();
    await edit.click();
    await expect(dialog.getByLabel('Its owner')).toHaveValue('Lê Vân Khê');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  await test.step('a cancelled order has an adjustment note', async () => {
    const anna = await adminApi.addsCustomer('Anna');
    const order = await adminApi.sells(await adminApi.addsListing('Sold Moon'), anna);
    await adminApi.cancels(order, anna);
    await owner.opens(`/admin/orders/${order.id}`);
    const notes = main.getByRole('region', { name: 'Adjustment notes' });
    await expect(notes).toContainText(`ADJ-${order.id}, -$1,250.00`);
    expect(await downloaded(notes.getByRole('button'))).toBe(`adjustment-note-ADJ-${order.id}.pdf`);
  });
});
