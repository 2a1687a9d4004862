import { expect } from '@playwright/test';
import { test } from './test.ts';

test('Whoever is not signed in is sent home, and so is one whose session has ended', async ({
  shopper,
  shopkeeper,
}) => {
  const { page } = shopper;
  await shopper.opens('/account');
  await expect(page).toHaveURL('/');

  const customer = await shopkeeper.registersCustomer('Ended');
  await shopper.signsIn(customer);
  await shopper.opens('/account/profile');
  await shopper.seesHeading('Ended');
  await shopkeeper.signsOutEverywhere(customer);
  shopper.willBeRefused('/api/user/profile', 401);
  await shopper.reloads();
  await expect(page).toHaveURL('/');
  await shopper.opensSignIn();
});

test('What cannot be loaded leads home, and says why', async ({ shopper, shopkeeper }) => {
  await shopper.opensHome();
  await shopper.signsIn(await shopkeeper.registersCustomer('Unlucky'));
  shopper.willBeRefused('/api/user/profile', 503);
  await shopper.page.route('**/api/user/profile', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'The shop is busy right now.' } }),
  );
  await shopper.opens('/account');
  await expect(shopper.page).toHaveURL('/');
  await shopper.account.isWarned('The shop is busy right now.');
});

test('Every tab has an address, which survives a reload and the way back', async ({ shopper, shopkeeper }) => {
  const { page, account } = shopper;
  const tabs = [
    ['Order History', '/account'],
    ['Profile Info', '/account/profile'],
    ['Payment Settings', '/account/payment'],
    ['Password & Sessions', '/account/security'],
  ] as const;
  await shopper.opensHome();
  await shopper.signsIn(await shopkeeper.registersCustomer('Tabea'));
  await shopper.opensAccount('Tabea');
  await expect(page.getByRole('tab')).toHaveText(tabs.map(([name]) => name));
  await expect(account.panel).toContainText('No orders found');

  for (const [name, address] of tabs.slice(1)) {
    await account.chooses(name);
    await expect(page).toHaveURL(address);
    await expect(page).toHaveTitle(new RegExp(`^${name} \\| `));
    await shopper.reloads();
    await account.seesTab(name);
    await expect(account.tab(name)).toBeInViewport({ ratio: 0.99 });
  }
  for (const [name, address] of tabs.slice(0, -1).toReversed()) {
    await page.goBack();
    await expect(page).toHaveURL(address);
    await account.seesTab(name);
  }
  shopper.willBeRefused('/account/no-such-tab', 404);
  await shopper.opens('/account/no-such-tab');
  await expect(page.getByText('Page not found.')).toBeVisible();
});

test('Tabs are walked through by arrow keys', async ({ shopper, shopkeeper }) => {
  const { page, account } = shopper;
  await shopper.opensHome();
  await shopper.signsIn(await shopkeeper.registersCustomer('Key'));
  await shopper.opens('/account/profile');
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

  // From the row the Tab key leads into what the chosen tab shows.
  await account.tab('Payment Settings').focus();
  await page.keyboard.press('Tab');
  await expect(account.field('Show card details')).toBeFocused();
});

test('Only admins have the tab that leads to the admin panel', async ({ shopper, shopkeeper, anotherShopper }) => {
  await shopper.opensHome();
  await shopper.signsIn(shopkeeper.signIn);
  await shopper.opens('/account');
  await shopper.account.chooses('Admin Panel');
  await expect(shopper.page).toHaveURL('/account/admin');
  await shopper.account.panel.getByRole('link', { name: 'Go to Admin Panel' }).click();
  await expect(shopper.page).toHaveURL(/\/admin$/);

  const customer = await anotherShopper();
  await customer.opensHome();
  await customer.signsIn(await shopkeeper.registersCustomer('No Admin'));
  await customer.opens('/account/admin');
  await expect(customer.page).toHaveURL('/account');
  await expect(customer.account.tab('Order History')).toBeVisible();
  await expect(customer.account.tab('Admin Panel')).toBeHidden();
});
