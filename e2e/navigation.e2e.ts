import { expect, type Page } from '@playwright/test';
import { emailFor } from './shopkeeper.ts';
import type { Shopper } from './shopper.ts';
import { test } from './test.ts';

test('Every place of the home page can be gone to, from every page', async ({ shopper }) => {
  await shopper.opens('/product/red-river-moon');
  for (const place of ['Collection', 'About', 'Contact']) {
    await shopper.goesTo(place);
    await expect(shopper.page).toHaveURL(`/#${place.toLowerCase()}`);
    await expect(shopper.page.getByRole('heading', { name: place, exact: true })).toBeInViewport();
  }
  await shopper.goesTo('Home');
  await expect(shopper.page).toHaveURL('/');
  await expect.poll(() => scrollPosition(shopper.page)).toBe(0);

  await shopper.opens('/#contact');
  await expect(shopper.page.getByRole('heading', { name: 'Contact', exact: true })).toBeInViewport();
});

test('The way back: to where one was, or to the collection', async ({ shopper }) => {
  const { page } = shopper;
  await shopper.opensHome();
  const card = shopper.card('Leaves Downstream');
  await card.scrollIntoViewIfNeeded();
  const before = await scrollPosition(page);
  expect(before).toBeGreaterThan(500);
  await shopper.opensPiece('Leaves Downstream');
  await expect.poll(() => scrollPosition(page)).toBe(0);
  // What the first HTML told search engines was of the first page.
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  await page.goBack();
  await expect(card).toBeInViewport();
  await expect.poll(() => scrollPosition(page)).toBe(before);

  await shopper.opensPiece('Leaves Downstream');
  await page.getByRole('main').getByRole('link', { name: 'Back to Collection' }).click();
  await expect(page).toHaveURL('/#collection');
  await expect(page.getByRole('heading', { name: 'Collection', exact: true })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => history.state?.usr ?? null)).toBeNull();
});

test('Under 768 px a menu slides out, with Sign Out', async ({ shopper, shopkeeper }) => {
  const { page, menu } = shopper;
  const customer = await shopkeeper.registersCustomer('Minh');
  await page.setViewportSize({ width: 767, height: 900 });
  await shopper.opensHome();
  await shopper.signsIn(customer);
  await shopper.opensMenu();
  await expect(menu.getByRole('navigation').getByRole('listitem')).toHaveText([
    'Home',
    'Collection',
    'About',
    'Contact',
    'Cart',
  ]);
  await expect(menu.getByRole('link', { name: 'Minh' })).toHaveAttribute('href', '/account');
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(shopper.header.getByRole('button', { name: 'Open menu' })).toBeFocused();

  await shopper.opensMenu();
  await menu.getByRole('button', { name: /^Cart/ }).click();
  await expect(shopper.cart).toBeVisible();
  await shopper.closesCart();

  await shopper.opens('/account');
  await shopper.signsOut();
  await expect(page).toHaveURL('/');
  await shopper.opensMenu();
  await expect(menu.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeHidden();

  await page.setViewportSize({ width: 768, height: 900 });
  await shopper.opensHome();
  await expect(shopper.header.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(shopper.header.getByRole('button', { name: 'Open menu' })).toBeHidden();
});

test('Signing out without the server signs out all the same', async ({ shopper, shopkeeper }) => {
  await shopper.page.setViewportSize({ width: 600, height: 900 });
  await shopper.opensHome();
  await shopper.signsIn(await shopkeeper.registersCustomer('Far Away'));
  shopper.willBeRefused('/api/logout', 0);
  await shopper.page.route('**/api/logout', (route) => route.abort('internetdisconnected'));
  await shopper.signsOut();
  await expect(shopper.page.getByText('Logged out locally')).toBeVisible();
  await shopper.reloads();
  await shopper.opensMenu();
  await expect(shopper.menu.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const remembered = await shopper.page.evaluate(() =>
    ['authToken', 'userName', 'userEmail'].map((key) => localStorage.getItem(key)),
  );
  expect(remembered).toEqual([null, null, null]);
});

test('The name of an admin carries a badge and leads to the panel', async ({ shopper, shopkeeper }) => {
  await shopper.opensHome();
  await shopper.signsIn(shopkeeper.signIn);
  if (shopper.isOnPhone) await shopper.opensMenu();
  const name = (shopper.isOnPhone ? shopper.menu : shopper.header).getByRole('link', { name: /^Admin/ });
  await expect(name).toHaveAttribute('href', '/admin');
  await expect(name.getByText('Admin', { exact: true }).first()).toBeVisible();
});

test('Nobody gets stuck: pages that are not there, or not for them', async ({ shopper }) => {
  const { page } = shopper;
  shopper.willBeRefused('/no/such/page', 404);
  await shopper.opens('/no/such/page');
  await shopper.seesHeading('Page not found.');
  await page.getByRole('main').getByRole('link', { name: 'Browse Collection' }).click();
  await expect(page.getByRole('heading', { name: 'Collection', exact: true })).toBeInViewport();

  shopper.willBeRefused('/product/no-such-piece', 404);
  await shopper.opens('/product/no-such-piece');
  await shopper.seesHeading('Product not found.');
  await page.getByRole('main').getByRole('link', { name: 'Back to Collection' }).click();
  await expect(page.getByRole('heading', { name: 'Collection', exact: true })).toBeInViewport();

  for (const path of ['/account', '/payment']) {
    await page.goto(path);
    await shopper.seesHeading('Lacquer, layered by hand');
    await expect(page).toHaveURL('/');
  }
});

test('The chosen theme is kept', async ({ shopper }) => {
  const { page } = shopper;
  await page.emulateMedia({ colorScheme: 'light' });
  await shopper.opensHome();
  const light = await background(page);
  await togglesTheme(shopper, 'dark');
  await expect.poll(() => background(page)).not.toBe(light);
  await shopper.reloads();
  expect(await background(page)).not.toBe(light);

  // A page that fails is a document made anew, which may not hold a script.
  const failing = '/product/red-river-moon.data';
  await page.route(`**${failing}`, (route) => route.fulfill({ status: 500 }));
  shopper.willBeRefused(failing, 500);
  await shopper.card('Red River Moon').getByRole('link').first().click();
  await shopper.seesHeading('Something went wrong.');
  expect(await background(page)).not.toBe(light);
  await page.getByRole('main').getByRole('link', { name: 'Back to Collection' }).click();
  await expect(shopper.card('Red River Moon')).toBeVisible();
  await shopper.hasPage();
  await togglesTheme(shopper, 'light');
  await expect.poll(() => background(page)).toBe(light);
});

test('With the keyboard alone: from the skip link to the success screen', async ({ shopper, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('By Keyboard', { price: 77 });
  const { page } = shopper;
  const keyboard = page.keyboard;
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      await keyboard.type(text);
      await keyboard.press('Tab');
    }
  };
  await shopper.opensHome();
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await keyboard.press('Enter');
  await tabsTo(shopper, 'link', piece.name);
  await keyboard.press('Enter');
  await shopper.seesHeading(piece.name);
  await tabsTo(shopper, 'button', 'Add to Cart');
  await keyboard.press('Enter');
  await expect(shopper.cart).toBeVisible();
  await tabsTo(shopper, 'button', 'Sign In to Checkout');
  await keyboard.press('Enter');
  await tabsTo(shopper, 'button', 'Create Account');
  await keyboard.press('Enter');
  await expect(shopper.signInDialog.getByLabel('Name')).toBeFocused();
  await type('Key Board', emailFor(shopkeeper.unique('keys')), 'six or more');
  await keyboard.press('Enter');

  await shopper.payment.seesHold();
  await tabsTo(shopper, 'radio', 'Credit Card');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  await keyboard.press('Tab');
  await type('keys@example.com');
  // First name, last name and email come from the account.
  await expect(shopper.payment.field('First name')).toHaveValue('Key');
  await tabsTo(shopper, 'textbox', 'Phone');
  await type('0400 000 000', '1 Keys Street', 'Hobart');
  await keyboard.type('TAS');
  await keyboard.press('Tab');
  await keyboard.type('7000');
  await expect(shopper.payment.field('State')).toHaveValue('TAS');
  await keyboard.press('Enter');
  await shopper.payment.seesSuccess(1);
});

/** Presses Tab until the focus is there: it must be within reach of a patient person. */
async function tabsTo({ page }: Shopper, role: 'link' | 'button' | 'radio' | 'textbox', name: string): Promise<void> {
  const goal = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'));
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await goal.isVisible()) return;
  }
  throw new Error(`Tab does not reach the ${role} "${name}"`);
}

async function togglesTheme(shopper: Shopper, to: 'light' | 'dark'): Promise<void> {
  if (!shopper.isOnPhone) return shopper.header.getByRole('button', { name: `Switch to ${to} theme` }).click();
  await shopper.opensMenu();
  await shopper.menu.getByRole('button', { name: to === 'dark' ? 'Dark theme' : 'Light theme' }).click();
  await shopper.menu.getByRole('button', { name: 'Close menu' }).click();
}

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

function scrollPosition(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}
