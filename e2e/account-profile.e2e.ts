import { expect } from '@playwright/test';
import { emailFor } from './admin-api.ts';
import { test } from './test.ts';

test('A customer changes the profile, and is asked before changes are discarded', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Pro File');
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account');
  await account.chooses('Profile Info');
  await account.button('Edit Profile').click();
  await expect(account.field('Name')).toBeFocused();
  await account.field('Name').fill('Pro Changed');

  await test.step('another tab, Cancel, the back button and closing the tab ask first', async () => {
    await account.tab('Payment Settings').click();
    await account.answers('Discard your changes?', 'Keep Editing');
    await expect(page).toHaveURL('/account/profile');
    await account.button('Cancel').click();
    await account.answers('Discard your changes?', 'Keep Editing');
    await page.goBack();
    await account.answers('Discard your changes?', 'Keep Editing');
    await expect(page).toHaveURL('/account/profile');
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    await closing;
    await expect(account.field('Name')).toHaveValue('Pro Changed');
  });

  await test.step('the changes are saved and shown everywhere', async () => {
    await account.button('Save Changes').click();
    await account.seesStatus('Profile updated successfully!');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pro Changed');
    await expect(account.button('Edit Profile')).toBeFocused();
    await visitor.opensAccount('Pro Changed');
  });

  await test.step('discarded changes are not saved', async () => {
    await account.chooses('Profile Info');
    await account.button('Edit Profile').click();
    await account.field('Name').fill('Never');
    await account.tab('Order History').click();
    await account.answers('Discard your changes?', 'Discard Changes');
    await account.seesTab('Order History');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pro Changed');
  });

  await test.step('nothing is asked if nothing was changed', async () => {
    await account.chooses('Profile Info');
    await account.button('Edit Profile').click();
    await account.button('Cancel').click();
    await expect(account.button('Edit Profile')).toBeFocused();
  });
});

test('The billing address is the delivery address until the box is unchecked', async ({ visitor, adminApi }) => {
  const { account } = visitor;
  const customer = await adminApi.addsCustomer('Bill');
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account/profile');
  await expect(account.fact('Billing', 'Address')).toHaveText('Same as delivery');
  await account.button('Edit Profile').click();
  await expect(account.field('Phone')).toHaveAttribute('placeholder', '0400 000 000');
  await expect(account.field('State').getByRole('option')).toHaveText([
    'NSW',
    'VIC',
    'QLD',
    'SA',
    'WA',
    'TAS',
    'NT',
    'ACT',
  ]);
  const delivery = { Address: '1 Resin Row', City: 'Hobart', Postcode: '7000' };
  for (const [label, value] of Object.entries(delivery)) await account.field(label).fill(value);
  await account.field('State').selectOption('TAS');

  const billing = account.panel.getByRole('group', { name: 'Billing' });
  await expect(billing.getByRole('textbox')).toHaveCount(0);
  await billing.getByLabel('Same as delivery address').uncheck();
  for (const [label, value] of Object.entries({ ...delivery, State: 'TAS' })) {
    await expect(billing.getByLabel(label, { exact: true })).toHaveValue(value);
  }
  await billing.getByLabel('City').fill('Geelong');
  await billing.getByLabel('State').selectOption('VIC');
  await account.button('Save Changes').click();
  await account.seesStatus('Profile updated successfully!');
  await expect(account.fact('Delivery', 'City')).toHaveText('Hobart');
  await expect(account.fact('Billing', 'City')).toHaveText('Geelong');
  await expect(account.fact('Billing', 'State')).toHaveText('VIC');

  await account.button('Edit Profile').click();
  await billing.getByLabel('Same as delivery address').check();
  await account.button('Save Changes').click();
  await expect(account.fact('Billing', 'Address')).toHaveText('Same as delivery');
});

test('An email address of another account is refused, and the typed values stay', async ({ visitor, adminApi }) => {
  const { account } = visitor;
  const [customer, other] = [await adminApi.addsCustomer('Mira'), await adminApi.addsCustomer('Other')];
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account/profile');
  await account.button('Edit Profile').click();
  await account.field('Phone').fill('0400 111 222');
  await account.field('Email').fill(other.email);
  await account.field('Current password').fill(customer.password);
  visitor.expectsFailure('/api/user/profile', 409);
  await account.button('Save Changes').click();
  await account.seesAlert('Failed to update profile: ');
  await expect(account.field('Email')).toHaveAccessibleDescription('Another account uses this email address.');
  await expect(account.field('Email')).toBeFocused();
  await expect(account.field('Phone')).toHaveValue('0400 111 222');

  const email = emailFor(adminApi.unique('mira new'));
  await account.field('Email').fill(email);
  await account.field('Name').fill('');
  visitor.expectsFailure('/api/user/profile', 400);
  await account.button('Save Changes').click();
  await expect(account.field('Name')).toHaveAccessibleDescription('Name is required');
  await expect(account.field('Name')).toBeFocused();
  await account.field('Name').fill('Mira');
  await account.button('Save Changes').click();
  await account.seesStatus('Profile updated successfully!');
  await expect(account.fact('Personal', 'Email')).toHaveText(email);
});
