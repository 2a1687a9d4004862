import { expect } from '@playwright/test';
import { test } from './owner.ts';

test('Guests and customers whose session has expired are sent to the home page', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  await visitor.opens('/account');
  await expect(page).toHaveURL('/');
  await visitor.seesHeading('Lacquer, layered by hand');

  const customer = await adminApi.addsCustomer('Ended');
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/account/profile');
  await visitor.seesHeading('Ended');
  await adminApi.signsOutEverywhere(customer);
  visitor.expectsFailure('/api/user/profile', 401);
  await visitor.reloads();
  await expect(page).toHaveURL('/');
  await visitor.opensSignIn();
});

test('An account that cannot be loaded leads to the home page with the reason', async ({ visitor, adminApi }) => {
  await visitor.startsSignedInAs(await adminApi.addsCustomer('Unlucky'));
  visitor.expectsFailure('/api/user/profile', 503);
  await visitor.page.route('**/api/user/profile', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'The shop is busy right now.' } }),
  );
  await visitor.opens('/account');
  await expect(visitor.page).toHaveURL('/');
  await visitor.account.seesAlert('The shop is busy right now.');
});

test('Every tab has a URL, which works after a reload and with the back button', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  const tabs = [
    ['Order History', '/account'],
    ['Profile Info', '/account/profile'],
    ['Payment Settings', '/account/payment'],
    ['Password & Sessions', '/account/security'],
  ] as const;
  await visitor.startsSignedInAs(await adminApi.addsCustomer('Tabea'));
  await visitor.opensHome();
  await visitor.opensAccount('Tabea');
  await expect(page.getByRole('tab')).toHaveText(tabs.map(([name]) => name));
  await expect(account.panel).toContainText('No orders found');

  for (const [name, address] of tabs.slice(1)) {
    await account.chooses(name);
    await expect(page).toHaveURL(address);
    await expect(page).toHaveTitle(new RegExp(`^${name} \\| `));
    await visitor.reloads();
    await account.seesTab(name);
    await expect(account.tab(name)).toBeInViewport({ ratio: 0.99 });
  }
  for (const [name, address] of tabs.slice(0, -1).toReversed()) {
    await page.goBack();
    await expect(page).toHaveURL(address);
    await account.seesTab(name);
  }
  visitor.expectsFailure('/account/no-such-tab', 404);
  await visitor.opens('/account/no-such-tab');
  await expect(page.getByText('Page not found.')).toBeVisible();
});

test('The arrow keys move between tabs', async ({ visitor, adminApi }) => {
  const { page, account } = visitor;
  await visitor.startsSignedInAs(await adminApi.addsCustomer('Key'));
  await visitor.opens('/account/profile');
  await account.tab('Profile Info').focus();
  await page.keyboard.press('ArrowRight');
  await expect(account.tab('Payment Settings')).toBeFocused();
  await account.seesTab('Profile Info');
  await page.keyboard.press('Enter');
  await account.seesTab('Payment Settings');
  await expect(account.tab('Payment Settings')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(account.tab('Profile Info')).toBeFocused();
  await page.keyboard.press('End');
  await expect(account.tab('Password & Sessions')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(account.tab('Order History')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  await expect(account.tab('Order History')).toBeFocused();

  // From the tab list, the Tab key moves into the open panel.
  await account.tab('Payment Settings').focus();
  await page.keyboard.press('Tab');
  await expect(account.field('Show card details')).toBeFocused();
});

test('Only admins have the tab that leads to the admin panel', async ({ owner, visitor, adminApi, anotherVisitor }) => {
  await owner.opensPanel('/account');
  await visitor.account.chooses('Admin Panel');
  await expect(visitor.page).toHaveURL('/account/admin');
  await visitor.account.panel.getByRole('link', { name: 'Go to Admin Panel' }).click();
  await expect(visitor.page).toHaveURL(/\/admin$/);

  const customer = await anotherVisitor();
  await customer.startsSignedInAs(await adminApi.addsCustomer('No Admin'));
  await customer.opens('/account/admin');
  await expect(customer.page).toHaveURL('/account');
  await expect(customer.account.tab('Order History')).toBeVisible();
  await expect(customer.account.tab('Admin Panel')).toBeHidden();
});
