import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';

test('The order history and its dialogs have no axe violations', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Axana');
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account');
  await expect(account.panel).toContainText('No orders found');
  await expectNoViolations(page);

  const [kept, cancelled] = [
    await adminApi.sells(await adminApi.addsListing('Kept under Axe'), customer),
    await adminApi.sells(await adminApi.addsListing('Cancelled under Axe'), customer),
  ];
  await adminApi.cancels(cancelled, customer);
  await visitor.opens(`/account?order=${kept.id}`);
  await expect(account.order(kept).getByRole('region')).toBeVisible();
  await expectNoViolations(page);

  await account.order(kept).getByRole('button', { name: 'Cancel Order' }).click();
  await expect(account.question(/^Cancel Order/)).toBeVisible();
  await expectNoViolations(page);
  await account.answers(/^Cancel Order/, 'Keep Order');

  await account.order(kept).getByRole('button', { name: 'Modify Order' }).click();
  await account.editor.getByRole('checkbox').first().check();
  await account.editor.getByRole('button', { name: /^Remove / }).click();
  await expect(account.editor.getByRole('status')).toContainText(/charged|refunded|Nothing to pay/);
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(account.question('Discard your changes?')).toBeVisible();
  await expectNoViolations(page);
});

test('The profile and payment settings have no axe violations in view and edit mode', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Axelle');
  await adminApi.fillsProfile(customer, { cardNumber: '4242 4242 4242 4242', paypalEmail: 'axelle@paypal.example' });
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account/profile');
  await account.button('Edit Profile').click();
  await account.field('Same as delivery address').uncheck();
  await account.field('Name').fill('');
  visitor.expectsFailure('/api/user/profile', 400);
  await account.button('Save Changes').click();
  await account.seesAlert('Failed to update profile: ');
  await expectNoViolations(page);
  await account.tab('Payment Settings').click();
  await account.answers('Discard your changes?', 'Discard Changes');

  await account.seesTab('Payment Settings');
  await expectNoViolations(page);
  await account.button('Delete Stored Payment Details').click();
  await expect(account.question('Delete stored payment details?')).toBeVisible();
  await expectNoViolations(page);
  await account.answers('Delete stored payment details?', 'Cancel');
  await account.field('Show card details').check();
  await account.button('Edit Payment Settings').click();
  await expectNoViolations(page);
});

test('The password, session and account deletion forms have no axe violations', async ({ owner, visitor }) => {
  const { page, account } = visitor;
  await owner.opensPanel('/account/admin');
  await account.seesTab('Admin Panel');
  await expectNoViolations(page);
  await account.chooses('Password & Sessions');
  visitor.expectsFailure('/api/user/password', 403);
  await account.field('Current password').fill('not this one');
  await account.field('New password').fill('another secret');
  await account.button('Change Password').click();
  await expect(account.field('Current password')).toHaveAccessibleDescription('Current password is incorrect');
  await expectNoViolations(page);
  await account.button('Sign Out Everywhere').click();
  await expect(account.question('Sign out everywhere?')).toBeVisible();
  await expectNoViolations(page);
  await account.answers('Sign out everywhere?', 'Cancel');
  await account.button('Delete My Account').click();
  visitor.expectsFailure('/api/user/delete', 403);
  await account.question('Delete your account?').getByLabel('Password').fill('not this one');
  await account.question('Delete your account?').getByRole('button', { name: 'Delete My Account' }).click();
  await expect(account.question('Delete your account?')).toContainText('Current password is incorrect');
  await expectNoViolations(page);
});
