import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { emailTo } from './mailbox.ts';
import { test } from './owner.ts';

test('An admin receives an email about a new order, and opens the order with its link', async ({
  owner,
  shop,
  adminApi,
}) => {
  const customer = await adminApi.addsCustomer('Letter Writer');
  // An admin gets at most 20 order emails an hour, and the other tests of this shop use up those of its owner.
  const admin = await adminApi.addsAdmin('Letter Reader');
  const { id } = await adminApi.sells(await adminApi.addsListing('Written About'), customer);
  const email = await emailTo(shop, admin.email, `New order ${id}`);
  await adminApi.deletesAccount(admin);
  expect(email).toContain(`\nReply-To: ${customer.email}\n`);
  const [, address = ''] = /Open the order:\n\S+?:\d+(\S+)/.exec(email) ?? [];
  await owner.opensPanel(address);
  await expect(owner.dialog('Order Details')).toContainText(id);
});

test('The panel asks for an email address while no admin can receive email', async ({ owner, shop, adminApi }) => {
  const { page, main } = owner;
  // Signs in with the address that the shop was started with, before it changes.
  await owner.opensPanel();
  await adminApi.changesOwnEmail('admin@shop.local');
  await owner.opens('/admin');
  const note = main.getByRole('status').filter({ hasText: 'Nobody is written to about new orders' });
  await expect(note).toBeVisible();
  await expectNoViolations(page);
  for (const section of ['Orders', 'Enquiries'] as const) {
    await owner.goesTo(section);
    await expect(note).toBeVisible();
  }
  await note.getByRole('link', { name: 'Set your email address in your profile' }).click();
  const { account } = owner.visitor;
  await account.button('Edit Profile').click();
  await account.field('Email').fill(shop.admin.email);
  await account.field('Current password').fill(shop.admin.password);
  await account.button('Save Changes').click();
  await expect(account.button('Edit Profile')).toBeFocused();
  await owner.opens('/admin');
  await expect(main.getByRole('heading', { name: 'Most Active Users' })).toBeVisible();
  await expect(note).toBeHidden();
});
