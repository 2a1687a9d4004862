import { expect } from '@playwright/test';
import { emailFor } from './admin-api.ts';
import { expectNoViolations } from './axe.ts';
import { Owner, test } from './owner.ts';

test('A viewer sees values, staff get the buttons for their work, and an owner decides who is what', async ({
  owner,
  adminApi,
  anotherVisitor,
  shop,
}) => {
  const person = await adminApi.addsAdmin('Viola', 'viewer');
  const listing = await adminApi.addsListing('Seen by a Viewer');
  await adminApi.sells(listing, await adminApi.addsCustomer('Buyer of a Viewer'));
  const vera = new Owner(await anotherVisitor(), shop);

  await test.step('a viewer', async () => {
    await vera.visitor.startsSignedInAs(person);
    await vera.opens('/admin');
    await expect(vera.page.getByRole('banner').getByText('Viewer', { exact: true })).toBeVisible();
    await expect(vera.navigation.getByRole('link')).toHaveText([
      /^Dashboard/,
      /^Users/,
      /^Products/,
      /^Orders/,
      /^Analytics/,
      /^Enquiries/,
      /^Holds/,
      /^Artists/,
      /^Settings/,
      /^My Account/,
    ]);
    await vera.goesTo('Users');
    await expect(vera.row(person.email)).toContainText('Viewer');
    await expect(vera.main.getByRole('button', { name: /Make Admin|Add New User|Delete|Block/ })).toBeHidden();
    await expectNoViolations(vera.page);
    await vera.goesTo('Products');
    await expect(vera.row(listing.name)).toBeVisible();
    await expect(vera.main.getByRole('button', { name: /Add New Product|Edit|Delete/ })).toBeHidden();
    await vera.goesTo('Orders');
    await expect(vera.main.getByRole('button', { name: 'Update Status' })).toBeHidden();
    // A cancelled order has no invoice, whatever the time of the demo's orders.
    await vera.opens('/admin/orders?status=cancelled');
    await vera.main.getByRole('button', { name: 'View' }).first().click();
    await expect(vera.dialog('Order Details').getByRole('button')).toHaveText(['', 'Close']);
    await expectNoViolations(vera.page);
    // The first page of the settings that a viewer sees.
    await vera.dialog('Order Details').getByRole('button', { name: 'Close' }).last().click();
    await vera.navigation.getByRole('link', { name: 'Settings' }).click();
    await expect(vera.main.getByRole('heading', { level: 1, name: 'Shop', exact: true })).toBeVisible();
    await expect(vera.main.getByRole('textbox')).toHaveCount(0);
    // What only owners see leads to the dashboard.
    await vera.opens('/admin/audit');
    await vera.seesSection('Dashboard');
  });

  await test.step('who becomes staff', async () => {
    await owner.opensPanel('/admin/staff');
    await owner.main.getByRole('combobox', { name: 'Role of Viola' }).selectOption('Staff');
    const question = owner.question('Change Role');
    await expect(question).toContainText('Staff work on pieces, orders and enquiries, and see buyers and figures.');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(owner.main.getByRole('combobox', { name: 'Role of Viola' })).toHaveValue('viewer');
    await owner.main.getByRole('combobox', { name: 'Role of Viola' }).selectOption('Staff');
    await question.getByRole('button', { name: 'Make Staff' }).click();
    await owner.seesMessage('Role changed successfully');
    await expect(owner.row('Viola')).toContainText('None yet');
    await vera.opens('/admin/products');
    await expect(vera.main.getByRole('button', { name: 'Add New Product' })).toBeVisible();
    await expect(vera.row(listing.name).getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect(vera.navigation.getByRole('link', { name: 'Staff' })).toBeHidden();
  });

  await test.step('and others, whom an owner adds and removes', async () => {
    const name = adminApi.unique('New Viewer');
    await owner.main.getByRole('button', { name: 'Add a Person' }).click();
    const dialog = owner.dialog('Add a Person');
    await dialog.getByLabel('Email').fill(emailFor(name));
    await dialog.getByRole('button', { name: 'Add Person' }).click();
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await expectNoViolations(owner.page);
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByLabel('Password').fill('six or more');
    await dialog.getByRole('button', { name: 'Add Person' }).click();
    await owner.seesMessage('Person added successfully');
    await owner.row(name).getByRole('button', { name: 'Remove' }).click();
    await owner.question('Remove Role').getByRole('button', { name: 'Remove' }).click();
    await owner.seesMessage('Role removed successfully');
    await expect(owner.row(name)).toBeHidden();
    await owner.findsInAudit('Admin rights revoked', `${name} ${emailFor(name)}`, /Role: viewer/);
  });
});
