import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';
import type { RunningShop } from './shop.ts';

test('Card details need the password again after 15 minutes, and the checkbox keeps the focus', async ({
  visitor,
  adminApi,
  shop,
}) => {
  const { page, account } = visitor;
  const customer = await adminApi.addsCustomer('Confirmed');
  await adminApi.fillsProfile(customer, { cardNumber: '4242 4242 4242 4242' });
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account/payment');
  await agePassword(page, shop);

  const box = account.field('Show card details');
  const question = account.question('Confirm it is you');
  visitor.expectsFailure('/api/user/profile', 403);
  await box.check();
  await expect(question.getByLabel('Password')).toBeFocused();
  await expect(account.panel).not.toContainText('4242 4242');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(page.getByText('Please confirm with your password that it is you.')).toBeVisible();
  await expect(box).toBeFocused();
  await expect(box).not.toBeChecked();

  await box.check();
  visitor.expectsFailure('/api/auth/confirm', 403);
  await question.getByLabel('Password').fill('not this one');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await expect(question.getByLabel('Password')).toHaveAccessibleDescription('Current password is incorrect');
  await expect(question.getByLabel('Password')).toBeFocused();
  await expectNoViolations(page);
  await question.getByLabel('Password').fill(customer.password);
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(account.panel).toContainText('4242 4242 4242 4242');
  await expect(box).toBeFocused();
  // The password was given just now, so it is not asked for again.
  await box.uncheck();
  await box.check();
  await expect(account.panel).toContainText('4242 4242 4242 4242');
});

test('An admin who deletes a user confirms with the password; until then the question stays open below that dialog', async ({
  owner,
  adminApi,
  shop,
}) => {
  const customer = await adminApi.addsCustomer('Confirmed Away');
  await owner.opensPanel('/admin/users');
  await owner.searches('Users', customer.email);
  await agePassword(owner.page, shop);
  await owner.row(customer.email).getByRole('button', { name: 'Delete' }).click();
  const question = owner.question('Delete User');
  const confirmation = owner.question('Confirm it is you');
  await owner.page.route('**/api/admin/users/**', (route) => {
    owner.visitor.expectsFailure(new URL(route.request().url()).pathname, 403);
    return route.continue();
  });
  await question.getByRole('button', { name: 'Delete' }).click();
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  const refused = 'Failed to delete user: Please confirm with your password that it is you.';
  await expect(question.getByRole('alert')).toHaveText(refused);
  await expect(question.getByRole('button', { name: 'Delete' })).toBeFocused();

  await question.getByRole('button', { name: 'Delete' }).click();
  owner.visitor.expectsFailure('/api/auth/confirm', 0);
  await owner.page.route('**/api/auth/confirm', (route) => route.abort('connectionrefused'), { times: 1 });
  await confirmation.getByLabel('Password').fill(adminApi.signIn.password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await expect(confirmation.getByRole('alert')).toContainText('Network error');
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
  await owner.seesMessage('User deleted successfully');
  await expect(confirmation).toBeHidden();
});

test('Lists of people and own records wait for the password, and nothing that was entered is lost', async ({
  owner,
  visitor,
  adminApi,
  anotherVisitor,
  shop,
}) => {
  const { page, main } = owner;
  const confirmation = owner.question('Confirm it is you');
  const confirm = async () => {
    await confirmation.getByLabel('Password').fill(adminApi.signIn.password);
    await confirmation.getByRole('button', { name: 'Confirm' }).click();
    await expect(confirmation).toBeHidden();
  };
  const customer = await adminApi.addsCustomer('Listed');
  const moon = await adminApi.addsListing('Moon for a Client', { price: 900 });

  await test.step('the list of users says why it is empty if the dialog is closed, and the panel stays', async () => {
    await owner.opensPanel('/admin');
    await agePassword(page, shop);
    visitor.expectsFailure('/api/admin/users', 403);
    await owner.navigation.getByRole('link', { name: /^Users/ }).click();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await owner.seesSection('Users');
    await expect(main).toContainText('Please confirm with your password that it is you.');
    await expectNoViolations(page);
  });

  await test.step('with the password it is shown', async () => {
    visitor.expectsFailure('/api/admin/users', 403);
    // The dialog is open before the page has loaded.
    await page.goto(`/admin/users?q=${encodeURIComponent(customer.email)}`);
    await confirm();
    await expect(owner.row(customer.email)).toBeVisible();
  });

  await test.step('an offer with an own price is made with what was entered before', async () => {
    await owner.opens(`/admin/products?q=${encodeURIComponent(moon.name)}`);
    await main.getByRole('checkbox', { name: `Select ${moon.name}` }).check();
    await main.getByRole('button', { name: 'Offer to a client' }).click();
    const dialog = owner.dialog('Offer to a client');
    await dialog.getByLabel(`Own price of ${moon.name}`).fill('800');
    await dialog.getByLabel('Client’s name').fill('Helen Morcombe');
    await agePassword(page, shop);
    visitor.expectsFailure('/api/admin/private-links', 403);
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog.getByLabel(`Own price of ${moon.name}`)).toHaveValue('800');
    visitor.expectsFailure('/api/admin/private-links', 403);
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    await confirm();
    await expect(owner.dialog('The link is ready')).toBeVisible();
  });

  await test.step('a customer downloads the own records after giving the password', async () => {
    const reader = await anotherVisitor();
    await reader.startsSignedInAs(customer);
    await reader.opens('/account/security');
    await agePassword(reader.page, shop);
    reader.expectsFailure('/api/user/export', 403);
    const downloading = reader.page.waitForEvent('download');
    await reader.account.button('Download My Data').click();
    await reader.account.question('Confirm it is you').getByLabel('Password').fill(customer.password);
    await reader.page.keyboard.press('Enter');
    expect((await downloading).suggestedFilename()).toBe('my-data.json');
  });
});

/** Stores, for the session of this browser, that the password was given 16 minutes ago. */
async function agePassword(page: Page, shop: RunningShop): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('authToken') ?? '');
  const hash = createHash('sha256').update(token).digest('hex');
  const database = new Database(join(shop.directory, 'shop.db'));
  const change = database.prepare('update sessions set confirmed_at = ? where token_hash = ?');
  expect(change.run(Date.now() - 16 * 60_000, hash).changes).toBe(1);
  database.close();
}
