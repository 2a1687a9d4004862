import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { emailTo } from './mailbox.ts';
import { test as base } from './owner.ts';
import { readPdfText } from './pdf-text.ts';
import { shopFixture } from './shop.ts';

/** These tests have their own shop, because they change its name, which every page shows. */
const test = base.extend({
  shop: shopFixture(),
});

test('An owner names the shop and says where it is: pages, emails and invoices follow without a restart', async ({
  owner,
  adminApi,
  anotherVisitor,
  shop,
}) => {
  const { main, page, visitor } = owner;
  const bar = main.getByRole('region', { name: 'Unsaved changes' });
  const anna = await anotherVisitor();
  await owner.opensPanel('/admin/settings');
  await expect(page).toHaveURL('/admin/settings/shop');

  await test.step('a refused field has the focus and its reason', async () => {
    await main.getByLabel('Shop name').fill('Sơn Gallery');
    await main.getByLabel('Street').fill('8 Wharf Lane');
    await main.getByLabel('City').fill('Balmain');
    await main.getByLabel('State').selectOption('NSW');
    await main.getByLabel('Postcode').fill('204');
    await main.getByLabel('Email').fill('studio@gallery.example');
    await main.getByLabel('Phone').fill('02 5550 1187');
    await main.getByLabel('Hours').fill('Tuesday to Saturday\n10 to 4');
    visitor.expectsFailure('/api/admin/settings/shop', 400);
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await expect(main.getByLabel('Postcode')).toBeFocused();
    await expect(main.getByLabel('Postcode')).toHaveAccessibleDescription('An Australian postcode has four digits.');
    await expectNoViolations(page);
  });

  await test.step('the home page shows the name, the address and the contact', async () => {
    await main.getByLabel('Postcode').fill('2041');
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await owner.seesMessage('Settings saved');
    await anna.opensHome();
    await expect(anna.page).toHaveTitle('Sơn Gallery | Handcrafted lacquer art');
    const footer = anna.page.getByRole('contentinfo');
    await expect(footer).toContainText('8 Wharf Lane, Balmain NSW 2041');
    await expect(footer.getByRole('link', { name: '02 5550 1187' })).toHaveAttribute('href', 'tel:0255501187');
    await expect(anna.page.locator('#contact').getByRole('link', { name: 'studio@gallery.example' })).toBeVisible();
    await expectNoViolations(anna.page);
  });

  await test.step('the home page shows the ABN once the owner switches that on', async () => {
    const footer = anna.page.getByRole('contentinfo');
    await expect(footer).not.toContainText('ABN');
    await main.getByRole('link', { name: 'Change it under Tax' }).click();
    await main.getByLabel('ABN').fill('51 824 753 556');
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await owner.seesMessage('Settings saved');
    await main.getByRole('link', { name: 'Shop', exact: true }).click();
    await main.getByLabel('Show the ABN').check();
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await owner.seesMessage('Settings saved');
    await expectNoViolations(page);
    await anna.opensHome();
    await expect(footer).toContainText('ABN 51 824 753 556');
  });

  await test.step('emails and invoices have the name', async () => {
    const customer = await adminApi.addsCustomer('Anna');
    const order = await adminApi.sells(await adminApi.addsListing('Named Anew'), customer);
    expect(await emailTo(shop, customer.email, `Your order: ${order.id}`)).toMatch(/\n-- \nSơn Gallery\n/);
    const invoice = await fetch(`${shop.address}/api/orders/${order.id}/invoice`, {
      headers: { Authorization: `Bearer ${customer.token}` },
    });
    expect(readPdfText(Buffer.from(await invoice.arrayBuffer()))).toContain('Sơn Gallery');
  });
});

test('A saved phone number is in the footer, even if the owner clicks a link before the form has reloaded', async ({
  owner,
}) => {
  const { main, page } = owner;
  await owner.opensPanel('/admin/settings/shop');
  await main.getByLabel('Phone').fill('02 5550 4321');
  let reloads = 0;
  // The request that reloads the data of the page after the save is never answered.
  await page.route('**/admin/settings/shop.data*', () => {
    reloads += 1;
  });
  const bar = main.getByRole('region', { name: 'Unsaved changes' });
  await bar.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => reloads).toBe(1);
  await main.getByRole('link', { name: 'Tax', exact: true }).click();
  await expect(main.getByRole('heading', { level: 1, name: 'Tax' })).toBeVisible();
  await page.locator('.side-top').getByRole('link').click();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: '02 5550 4321' })).toBeVisible();
});
