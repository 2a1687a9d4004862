import { expect } from '@playwright/test';
import { emailFor } from './admin-api.ts';
import { expectNoViolations } from './axe.ts';
import { emailTo } from './mailbox.ts';
import { Owner, test } from './owner.ts';

test('A viewer sees values, staff get the buttons for their work, and an owner gives and removes roles', async ({
  owner,
  adminApi,
  anotherVisitor,
  shop,
}) => {
  const person = await adminApi.addsAdmin('Viola', 'viewer');
  const listing = await adminApi.addsListing('Seen by a Viewer');
  await adminApi.sells(listing, await adminApi.addsCustomer('Buyer of a Viewer'));
  const viola = new Owner(await anotherVisitor(), shop);

  await test.step('a viewer sees values without the buttons that change them', async () => {
    await viola.visitor.startsSignedInAs(person);
    await viola.opens('/admin');
    await expect(viola.page.getByRole('banner').getByText('Viewer', { exact: true })).toBeVisible();
    await expect(viola.navigation.getByRole('link')).toHaveText([
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
    await viola.goesTo('Users');
    await expect(viola.row(person.email)).toContainText('Viewer');
    await expect(viola.main.getByRole('button', { name: /Make Admin|Add New User|Delete|Block/ })).toBeHidden();
    await expectNoViolations(viola.page);
    await viola.goesTo('Products');
    await expect(viola.row(listing.name)).toBeVisible();
    await expect(viola.main.getByRole('button', { name: /Add New Product|Edit|Delete/ })).toBeHidden();
    await viola.goesTo('Orders');
    await expect(viola.main.getByRole('button', { name: 'Update Status' })).toBeHidden();
    // A cancelled order has no invoice, so its dialog has no buttons for one. Which order is the newest depends on the date.
    await viola.opens('/admin/orders?status=cancelled');
    await viola.main.getByRole('button', { name: 'View' }).first().click();
    await expect(viola.dialog('Order Details').getByRole('button')).toHaveText(['', 'Close']);
    await expectNoViolations(viola.page);
    await viola.dialog('Order Details').getByRole('button', { name: 'Close' }).last().click();
    // The first page of the settings has no text fields for a viewer.
    await viola.navigation.getByRole('link', { name: 'Settings' }).click();
    await expect(viola.main.getByRole('heading', { level: 1, name: 'Shop', exact: true })).toBeVisible();
    await expect(viola.main.getByRole('textbox')).toHaveCount(0);
    // The address of a page that only owners see leads to the dashboard.
    await viola.opens('/admin/audit');
    await viola.seesSection('Dashboard');
  });

  await test.step('the viewer becomes staff and gets buttons', async () => {
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
    await viola.opens('/admin/products');
    await expect(viola.main.getByRole('button', { name: 'Add New Product' })).toBeVisible();
    await expect(viola.row(listing.name).getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect(viola.navigation.getByRole('link', { name: 'Staff' })).toBeHidden();
  });

  await test.step('an owner takes the right to set prices from a person of the staff', async () => {
    await owner.opensPanel('/admin/staff');
    const right = owner.row('Viola').getByRole('checkbox', { name: 'Sets prices' });
    await expect(right).toBeChecked();
    await right.click();
    await owner.seesMessage('Viola may set no prices');
    await expect(right).not.toBeChecked();
    await expectNoViolations(owner.page);
    await viola.opens('/admin/products');
    await viola.row(listing.name).getByRole('button', { name: 'Edit' }).click();
    const price = viola.productForm.getByLabel('Price *');
    await expect(price).not.toBeEditable();
    await expect(price).toHaveAccessibleDescription('You may set the prices of drafts only.');
    await expectNoViolations(viola.page);
    await viola.productForm.getByLabel('Year').fill('2019');
    await viola.productForm.getByRole('button', { name: 'Save Product' }).click();
    await viola.seesMessage('Product updated successfully');
    await viola.main.getByRole('button', { name: 'Add New Product' }).click();
    await viola.productForm.getByLabel('Name *').fill('A Draft of Viola');
    await viola.productForm.getByLabel('Price *').fill('12');
    await viola.productForm.getByRole('button', { name: 'Save Product' }).click();
    await viola.seesMessage('Product added successfully');
    await expect(viola.row('A Draft of Viola')).toContainText('Draft');
  });

  await test.step('an owner ends the session of a person', async () => {
    // The panel that is still open asks for new orders.
    viola.visitor.expectsFailure('/api/admin/orders/news', 401);
    await owner.opensPanel('/admin/staff');
    await owner.row('Viola').getByRole('button', { name: 'Sessions' }).click();
    const dialog = owner.page.getByRole('dialog', { name: /^Sessions of Viola/ });
    const lines = dialog.getByRole('listitem');
    await expect(lines.first()).toBeVisible();
    await expectNoViolations(owner.page);
    for (let left = await lines.count(); left > 0; left -= 1) {
      await lines.first().getByRole('button').click();
      await expect(lines).toHaveCount(left - 1);
    }
    await expect(dialog.getByText('Not signed in')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('an owner invites a person, who accepts with the link, and removes the role again', async () => {
    const name = adminApi.unique('New Viewer');
    await owner.main.getByRole('button', { name: 'Invite a Person' }).click();
    const dialog = owner.dialog('Invite a Person');
    await dialog.getByLabel('Email').fill(emailFor(name));
    await expectNoViolations(owner.page);
    await dialog.getByRole('button', { name: 'Send Invitation' }).click();
    await owner.seesMessage('Invitation sent');
    await expect(owner.row(emailFor(name))).toContainText('Viewer');
    await expectNoViolations(owner.page);
    const invited = await anotherVisitor();
    const letter = await emailTo(shop, emailFor(name), 'You are invited to run');
    const [link = ''] = /http\S+\/accept-invitation#[\w-]+/.exec(letter) ?? [];
    await invited.opens(link);
    await invited.page.getByLabel('Name').fill(name);
    await invited.page.getByLabel('Password').fill('six or more');
    await expectNoViolations(invited.page);
    await invited.page.getByRole('button', { name: 'Accept' }).click();
    await expect(invited.page.getByRole('heading', { name: 'You can sign in now.' })).toBeVisible();
    await owner.opensPanel('/admin/staff');
    await owner.row(name).getByRole('button', { name: 'Remove' }).click();
    await owner.question('Remove Role').getByRole('button', { name: 'Remove' }).click();
    await owner.seesMessage('Role removed successfully');
    await expect(owner.row(name)).toBeHidden();
    await owner.findsInAudit('Admin rights revoked', `${name} ${emailFor(name)}`, /Role: viewer/);
  });
});
