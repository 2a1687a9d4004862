import { readFile } from 'node:fs/promises';
import { expect, type Route } from '@playwright/test';
import { emailTo } from './mailbox.ts';
import { test } from './test.ts';

test('A new password ends every other session and keeps the current one', async ({
  visitor,
  adminApi,
  anotherVisitor,
}) => {
  const { account } = visitor;
  const customer = await adminApi.addsCustomer('Sec');
  const phone = await anotherVisitor();
  for (const device of [phone, visitor]) {
    await device.opensHome();
    await device.signsIn(customer);
    await device.opens('/account/security');
  }
  const change = async (current: string, next: string) => {
    await account.field('Current password').fill(current);
    await account.field('New password').fill(next);
    await account.button('Change Password').click();
  };
  visitor.expectsFailure('/api/user/password', 400);
  await change('not this one', 'short');
  await expect(account.field('New password')).toHaveAccessibleDescription(/Password must be at least 6 characters/);
  await expect(account.field('New password')).toBeFocused();
  visitor.expectsFailure('/api/user/password', 403);
  await change('not this one', 'another secret');
  await expect(account.field('Current password')).toHaveAccessibleDescription('Current password is incorrect');
  await expect(account.field('Current password')).toBeFocused();
  await change(customer.password, 'another secret');
  await account.seesStatus('Your password has been changed. Your other sessions have ended.');
  await expect(account.field('Current password')).toHaveValue('');
  await expect(account.panel.getByRole('listitem')).toHaveCount(1);

  phone.expectsFailure('/api/user/profile', 401);
  phone.expectsFailure('/api/orders', 401);
  await phone.account.tab('Order History').click();
  await expect(phone.page).toHaveURL('/');
  phone.expectsFailure('/api/auth', 401);
  await phone.opensSignIn();
  await phone.entersSignIn(customer);
  await expect(phone.signInDialog.getByRole('alert')).toHaveText('Incorrect password');
  await phone.entersSignIn({ ...customer, password: 'another secret' });
  await expect(phone.signInDialog).toBeHidden();
});

test('A customer sets a new password with the link of an email, which works once', async ({
  visitor,
  adminApi,
  shop,
}) => {
  const { page } = visitor;
  const customer = await adminApi.addsCustomer('Forgetful');
  await visitor.opensHome();
  await visitor.opensSignIn();
  await visitor.signInDialog.getByLabel('Email').fill(customer.email);
  await visitor.signInDialog.getByRole('button', { name: 'Forgot password' }).click();
  const forgotDialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Send link' }) });
  await expect(forgotDialog.getByLabel('Email')).toHaveValue(customer.email);
  await forgotDialog.getByRole('button', { name: 'Send link' }).click();
  await expect(forgotDialog.getByRole('status')).toBeVisible();

  const email = await emailTo(shop, customer.email, 'Set a new password');
  const [link = ''] = /http\S+\/reset-password#[\w-]+/.exec(email) ?? [];
  await visitor.opens(link);
  await visitor.seesHeading('Set a new password');
  visitor.expectsFailure('/api/auth/reset', 400);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/Password must be at least 6 characters/);
  await page.getByLabel('New password').fill('remembered');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await visitor.seesHeading('Your password has been set.');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await visitor.entersSignIn({ ...customer, password: 'remembered' });
  await expect(visitor.signInDialog).toBeHidden();

  await visitor.opensHome();
  await visitor.opens(link);
  await page.getByLabel('New password').fill('a third one');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await visitor.account.seesAlert('This link has been used or has run out. Please ask for a new one.');
  await visitor.opens('/');
  await visitor.opens('/reset-password');
  await visitor.seesHeading('This link is not complete.');
});

test('A customer sees a list of their sessions, ends one, and ends all of them', async ({
  visitor,
  adminApi,
  anotherVisitor,
}) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Everywhere');
  const phone = await anotherVisitor();
  for (const device of [phone, visitor]) {
    await device.opensHome();
    await device.signsIn(customer);
    await device.opens('/account/security');
  }
  const sessions = account.panel.getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'This session' })).toHaveCount(1);
  await expect(sessions.filter({ hasText: 'This session' })).toContainText('Chrome on ');

  // The session of the registration, which is the least recently used.
  await sessions
    .last()
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await expect(sessions).toHaveCount(2);
  await expect(sessions.filter({ hasText: 'This session' }).getByRole('button')).toHaveCount(0);

  await account.button('Sign Out Everywhere').click();
  await account.answers('Sign out everywhere?', 'Cancel');
  await account.button('Sign Out Everywhere').click();
  visitor.expectsFailure('/api/logout', 401);
  await account.question('Sign out everywhere?').getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await expect(page).toHaveURL('/');
  await account.seesStatus('You are signed out everywhere.');
  phone.expectsFailure('/api/user/profile', 401);
  phone.expectsFailure('/api/user/sessions', 401);
  await phone.reloads();
  await expect(phone.page).toHaveURL('/');
});

test('A customer downloads everything stored about them', async ({ visitor, adminApi }) => {
  const customer = await adminApi.addsCustomer('Taker');
  await adminApi.fillsProfile(customer, { phone: '0400 777 888', cardNumber: '4242 4242 4242 4242' });
  const [bought, wanted] = [await adminApi.addsListing('Taken along'), await adminApi.addsListing('Still wanted')];
  const order = await adminApi.sells(bought, customer);
  await adminApi.putsInCart(customer, wanted);
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account/security');
  const download = await visitor.account.downloads(visitor.account.button('Download My Data'));
  expect(download.suggestedFilename()).toBe('my-data.json');
  const text = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    profile: { email: customer.email, phone: '0400 777 888', cardNumber: '•••• •••• •••• 4242' },
    orders: [{ id: order.id, payments: [{ kind: 'charge', amount: bought.price }] }],
  });
  expect(text).toContain(wanted.name);
});

test('A customer deletes the account with its password; the orders stay in the shop', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Leaver');
  const listing = await adminApi.addsListing('Stays sold');
  await adminApi.sells(listing, customer);
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account/security');
  const question = account.question('Delete your account?');
  await account.button('Delete My Account').click();
  await expect(question).toContainText('This action cannot be undone.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByLabel('Password').fill('not this one');
  visitor.expectsFailure('/api/user/delete', 403);
  await question.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(question.getByLabel('Password')).toHaveAccessibleDescription('Current password is incorrect');
  await expect(question.getByLabel('Password')).toBeFocused();
  await question.getByLabel('Password').fill(customer.password);
  visitor.expectsFailure('/api/logout', 401);
  await question.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(page).toHaveURL('/');
  await account.seesStatus('Your account has been deleted.');
  await expect(visitor.card(listing.name)).toContainText('SOLD');

  visitor.expectsFailure('/api/auth', 404);
  await visitor.opensSignIn();
  await visitor.entersSignIn(customer);
  await expect(visitor.signInDialog).toContainText('User not found. Please create an account below.');
});

test('If the server gives no reason for a failed sign-in, the dialog shows a general message', async ({ visitor }) => {
  const { page, signInDialog } = visitor;
  const seesError = (words: string) => expect(signInDialog.getByRole('alert')).toHaveText(words);
  const answersWith = async (answer: Parameters<Route['fulfill']>[0], signIn = true) => {
    await page.unroute('**/api/auth');
    await page.route('**/api/auth', (route) => route.fulfill(answer));
    await signInDialog.getByRole('button', { name: signIn ? 'Sign In' : 'Create Account', exact: true }).click();
  };
  await visitor.opensHome();
  await visitor.opensSignIn();
  await signInDialog.getByLabel('Email').fill('anna@example.com');
  await signInDialog.getByLabel('Password').fill('secret1');
  await answersWith({ json: { success: false } });
  await seesError('Sign in failed');
  visitor.expectsFailure('/api/auth', 500);
  await answersWith({ status: 500, json: { success: false } });
  await seesError('Server error: 500');
  await answersWith({ status: 500, body: '<h1>Internal Server Error</h1>' });
  await seesError('Network error: 500');
  visitor.expectsFailure('/api/auth', 0);
  await page.unroute('**/api/auth');
  await page.route('**/api/auth', (route) => route.abort('connectionrefused'));
  await signInDialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  await seesError('Network error. Please try again.');
  await signInDialog.getByRole('button', { name: 'Create Account', exact: true }).click();
  await signInDialog.getByLabel('Name').fill('Anna');
  await answersWith({ json: { success: false } }, false);
  await seesError('Registration failed');
});

test('On a small screen a sign-in failure is in view without scrolling', async ({ visitor, adminApi }) => {
  const { page, signInDialog } = visitor;
  const customer = await adminApi.addsCustomer('Small Screen');
  // A window of 1280 x 720 at 200 % zoom.
  await page.setViewportSize({ width: 640, height: 360 });
  await visitor.opensHome();
  await visitor.opensSignIn();
  visitor.expectsFailure('/api/auth', 401);
  await visitor.entersSignIn({ ...customer, password: 'not this one' });
  await expect(signInDialog.getByRole('alert')).toHaveText('Incorrect password');
  await expect(signInDialog.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(signInDialog.getByRole('button', { name: 'Sign In', exact: true })).toBeInViewport({ ratio: 1 });

  visitor.expectsFailure('/api/auth', 404);
  await visitor.entersSignIn({ email: 'nobody.knows@example.com', password: 'secret1' });
  await expect(signInDialog.getByText('User not found. Please create an account below.')).toBeInViewport({ ratio: 1 });
  await expect(signInDialog.getByLabel('Name')).toBeFocused();
});

test('A password change that does not reach the server marks no field as invalid', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  await visitor.startsSignedInAs(await adminApi.addsCustomer('Unreachable'));
  await visitor.opens('/account/security');
  visitor.expectsFailure('/api/user/password', 503);
  await page.route('**/api/user/password', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'The shop is busy. Please try again.' } }),
  );
  await account.field('Current password').fill('a good secret');
  await account.field('New password').fill('another secret');
  await account.button('Change Password').click();
  await expect(account.panel.getByRole('alert')).toHaveText('The shop is busy. Please try again.');
  await expect(account.panel.getByRole('alert')).toBeInViewport({ ratio: 1 });
  await expect(account.field('Current password')).not.toHaveAttribute('aria-invalid');
});
