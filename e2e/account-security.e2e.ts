import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { letterTo } from './mailbox.ts';
import { test } from './test.ts';

test('A new password ends every other session and keeps this one', async ({ shopper, shopkeeper, anotherShopper }) => {
  const { account } = shopper;
  const customer = await shopkeeper.registersCustomer('Sec');
  const phone = await anotherShopper();
  for (const device of [phone, shopper]) {
    await device.opensHome();
    await device.signsIn(customer);
    await device.opens('/account/security');
  }
  const change = async (current: string, next: string) => {
    await account.field('Current password').fill(current);
    await account.field('New password').fill(next);
    await account.button('Change Password').click();
  };
  shopper.willBeRefused('/api/user/password', 400);
  await change('not this one', 'short');
  await expect(account.field('New password')).toHaveAccessibleDescription(/Password must be at least 6 characters/);
  await expect(account.field('New password')).toBeFocused();
  shopper.willBeRefused('/api/user/password', 403);
  await change('not this one', 'another secret');
  await expect(account.field('Current password')).toHaveAccessibleDescription('The current password is not correct.');
  await expect(account.field('Current password')).toBeFocused();
  await change(customer.password, 'another secret');
  await account.isTold('Your password has been changed. Your other sessions have ended.');
  await expect(account.field('Current password')).toHaveValue('');
  await expect(account.panel.getByRole('listitem')).toHaveCount(1);

  phone.willBeRefused('/api/user/profile', 401);
  phone.willBeRefused('/api/orders', 401);
  await phone.account.tab('Order History').click();
  await expect(phone.page).toHaveURL('/');
  phone.willBeRefused('/api/auth', 401);
  await phone.opensSignIn();
  await phone.entersSignIn(customer);
  await expect(phone.signInDialog.getByRole('alert')).toHaveText('Incorrect password');
  await phone.entersSignIn({ ...customer, password: 'another secret' });
  await expect(phone.signInDialog).toBeHidden();
});

test('A forgotten password is replaced by the link of the letter, once', async ({ shopper, shopkeeper, shop }) => {
  const { page } = shopper;
  const customer = await shopkeeper.registersCustomer('Forgetful');
  await shopper.opensHome();
  await shopper.opensSignIn();
  await shopper.signInDialog.getByLabel('Email').fill(customer.email);
  await shopper.signInDialog.getByRole('button', { name: 'Forgot password' }).click();
  const forgotten = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Send link' }) });
  await expect(forgotten.getByLabel('Email')).toHaveValue(customer.email);
  await forgotten.getByRole('button', { name: 'Send link' }).click();
  await expect(forgotten.getByRole('status')).toBeVisible();

  const letter = await letterTo(shop, customer.email, 'Set a new password');
  const [link = ''] = /http\S+\/reset-password#[\w-]+/.exec(letter) ?? [];
  await shopper.opens(link);
  await shopper.seesHeading('Set a new password');
  shopper.willBeRefused('/api/auth/reset', 400);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByLabel('New password')).toHaveAccessibleDescription(/Password must be at least 6 characters/);
  await page.getByLabel('New password').fill('remembered');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await shopper.seesHeading('Your password has been set.');
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
  await shopper.entersSignIn({ ...customer, password: 'remembered' });
  await expect(shopper.signInDialog).toBeHidden();

  await shopper.opensHome();
  await shopper.opens(link);
  await page.getByLabel('New password').fill('a third one');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await shopper.account.isWarned('This link has been used or has run out. Please ask for a new one.');
  await shopper.opens('/');
  await shopper.opens('/reset-password');
  await shopper.seesHeading('This link is not complete.');
});

test('Own sessions are listed, and all of them can be ended', async ({ shopper, shopkeeper, anotherShopper }) => {
  const { page, account } = shopper;
  const customer = await shopkeeper.registersCustomer('Everywhere');
  const phone = await anotherShopper();
  for (const device of [phone, shopper]) {
    await device.opensHome();
    await device.signsIn(customer);
    await device.opens('/account/security');
  }
  const sessions = account.panel.getByRole('listitem');
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'This session' })).toHaveCount(1);
  await expect(sessions.filter({ hasText: 'This session' })).toContainText('Chrome on ');

  await account.button('Sign Out Everywhere').click();
  await account.answers('Sign out everywhere?', 'Cancel');
  await account.button('Sign Out Everywhere').click();
  shopper.willBeRefused('/api/logout', 401);
  await account.question('Sign out everywhere?').getByRole('button', { name: 'Sign Out Everywhere' }).click();
  await expect(page).toHaveURL('/');
  await account.isTold('You are signed out everywhere.');
  phone.willBeRefused('/api/user/profile', 401);
  phone.willBeRefused('/api/user/sessions', 401);
  await phone.reloads();
  await expect(phone.page).toHaveURL('/');
});

test('Everything the shop keeps about somebody can be taken along', async ({ shopper, shopkeeper }) => {
  const customer = await shopkeeper.registersCustomer('Taker');
  await shopkeeper.fillsProfile(customer, { phone: '0400 777 888', cardNumber: '4242 4242 4242 4242' });
  const [bought, wanted] = [await shopkeeper.hangsPiece('Taken along'), await shopkeeper.hangsPiece('Still wanted')];
  const order = await shopkeeper.sells(bought, customer);
  await shopkeeper.putsInCart(customer, wanted);
  await shopper.opensHome();
  await shopper.signsIn(customer);
  await shopper.opens('/account/security');
  const download = await shopper.account.downloads(shopper.account.button('Download My Data'));
  expect(download.suggestedFilename()).toBe('my-data.json');
  const text = await readFile(await download.path(), 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    profile: { email: customer.email, phone: '0400 777 888', cardNumber: '•••• •••• •••• 4242' },
    orders: [{ id: order.id, payments: [{ kind: 'charge', amount: bought.price }] }],
  });
  expect(text).toContain(wanted.name);
});

test('An account is deleted by its password; its orders stay with the shop', async ({ shopper, shopkeeper }) => {
  const { page, account } = shopper;
  const customer = await shopkeeper.registersCustomer('Leaver');
  const piece = await shopkeeper.hangsPiece('Stays sold');
  await shopkeeper.sells(piece, customer);
  await shopper.opensHome();
  await shopper.signsIn(customer);
  await shopper.opens('/account/security');
  const question = account.question('Delete your account?');
  await account.button('Delete My Account').click();
  await expect(question).toContainText('This action cannot be undone.');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByLabel('Password').fill('not this one');
  shopper.willBeRefused('/api/user/delete', 403);
  await question.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(question.getByLabel('Password')).toHaveAccessibleDescription('The current password is not correct.');
  await question.getByLabel('Password').fill(customer.password);
  shopper.willBeRefused('/api/logout', 401);
  await question.getByRole('button', { name: 'Delete My Account' }).click();
  await expect(page).toHaveURL('/');
  await account.isTold('Your account has been deleted.');
  await expect(shopper.card(piece.name)).toContainText('SOLD');

  shopper.willBeRefused('/api/auth', 404);
  await shopper.opensSignIn();
  await shopper.entersSignIn(customer);
  await expect(shopper.signInDialog).toContainText('User not found. Please create an account below.');
});
