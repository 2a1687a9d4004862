import { expect, type Page } from '@playwright/test';
import { emailFor } from './admin-api.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

test('Every section of the home page can be reached from the page of a piece', async ({ visitor }) => {
  await visitor.opens('/product/red-river-moon');
  for (const place of ['Collection', 'About', 'Contact']) {
    await visitor.goesTo(place);
    await expect(visitor.page).toHaveURL(`/#${place.toLowerCase()}`);
    await expect(visitor.page.getByRole('heading', { name: place, exact: true })).toBeInViewport();
  }
  await visitor.goesTo('Home');
  await expect(visitor.page).toHaveURL('/');
  await expect.poll(() => scrollPosition(visitor.page)).toBe(0);

  await visitor.opens('/#contact');
  await expect(visitor.page.getByRole('heading', { name: 'Contact', exact: true })).toBeInViewport();
});

test('Back to Collection leads to the piece from which the visitor came, or to the collection', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.opensHome();
  const card = visitor.card('Leaves Downstream');
  await card.scrollIntoViewIfNeeded();
  const before = await scrollPosition(page);
  expect(before).toBeGreaterThan(500);
  await visitor.opensListing('Leaves Downstream');
  await expect.poll(() => scrollPosition(page)).toBe(0);
  // Structured data is only in HTML from the server, and this page was opened by a link.
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
  await page.goBack();
  await expect(card).toBeInViewport();
  await expect.poll(() => scrollPosition(page)).toBe(before);
  await expect(card.getByRole('link')).toBeFocused();

  const back = page.getByRole('main').getByRole('link', { name: 'Back to Collection' });
  // Unlike a click, a key press never scrolls the page.
  await page.keyboard.press('Enter');
  await visitor.seesListing('Leaves Downstream');
  await back.click();
  await expect(page).toHaveURL('/#collection');
  await expect.poll(() => scrollPosition(page)).toBe(before);
  await expect(card.getByRole('link')).toBeFocused();
  await expect.poll(() => page.evaluate(() => history.state?.usr ?? null)).toBeNull();

  // Home clears the remembered position.
  await visitor.opensListing('Leaves Downstream');
  await visitor.goesTo('Home');
  await visitor.seesHeading('Lacquer, layered by hand');
  await page.goBack();
  await visitor.seesListing('Leaves Downstream');
  await back.click();
  await expect(page.getByRole('heading', { name: 'Collection', exact: true })).toBeInViewport();
  await expect(page.locator('#collection')).toBeFocused();

  await visitor.opens('/product/leaves-downstream');
  await back.click();
  await expect(page.getByRole('heading', { name: 'Collection', exact: true })).toBeInViewport();
  await expect.poll(() => page.evaluate(() => history.state?.usr ?? null)).toBeNull();
});

test('Going back while a link is still opening shows the right page', { tag: '@any-size' }, async ({ visitor }) => {
  const { page } = visitor;
  await visitor.opens('/product/leaves-downstream');
  await visitor.seesListing('Leaves Downstream');
  await page.evaluate(() => {
    const push = window.history.pushState.bind(window.history);
    window.history.pushState = (...entry) => {
      push(...entry);
      window.history.back();
    };
  });
  const wentBack = page.evaluate(
    () => new Promise<void>((resolve) => window.addEventListener('popstate', () => resolve(), { capture: true })),
  );
  await visitor.goesTo('Home');
  await wentBack;
  await expect(page).toHaveURL('/product/leaves-downstream');
  await page.waitForLoadState('networkidle');
  await visitor.seesListing('Leaves Downstream');
});

test('After a link the next Tab key press starts at the target, the contact form or the section', async ({
  visitor,
}) => {
  const { page } = visitor;
  await visitor.opens('/product/red-river-moon');
  await page.getByRole('main').getByRole('link', { name: 'Enquire' }).click();
  await expect(page).toHaveURL('/#contact');
  const name = page.getByRole('main').getByLabel('Name');
  await expect(name).toBeFocused();
  await expect(name).toBeInViewport();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByLabel('Email')).toBeFocused();

  await visitor.goesTo('About');
  await expect(page.locator('#about')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('button', { name: /^Remove: about/ })).toBeFocused();
});

test('Below 768 px a menu with Sign Out slides out', { tag: '@phone' }, async ({ visitor, adminApi }) => {
  const { page, menu } = visitor;
  const customer = await adminApi.addsCustomer('Minh');
  await page.setViewportSize({ width: 767, height: 900 });
  await visitor.startsSignedInAs(customer);
  await visitor.opensHome();
  await visitor.opensMenu();
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
  await expect(visitor.header.getByRole('button', { name: 'Open menu' })).toBeFocused();

  await visitor.opensMenu();
  await menu.getByRole('button', { name: /^Cart/ }).click();
  await expect(visitor.cart).toBeVisible();
  await visitor.closesCart();

  await visitor.opens('/account');
  await visitor.signsOut();
  await expect(page).toHaveURL('/');
  await visitor.opensMenu();
  await expect(menu.getByRole('button', { name: 'Sign in' })).toBeVisible();
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeHidden();

  await page.setViewportSize({ width: 768, height: 900 });
  await visitor.opensHome();
  await expect(visitor.header.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(visitor.header.getByRole('button', { name: 'Open menu' })).toBeHidden();
});

test('Sign-out works without the server', { tag: '@any-size' }, async ({ visitor, adminApi }) => {
  await visitor.page.setViewportSize({ width: 600, height: 900 });
  await visitor.startsSignedInAs(await adminApi.addsCustomer('Far Away'));
  await visitor.opensHome();
  visitor.expectsFailure('/api/logout', 0);
  await visitor.page.route('**/api/logout', (route) => route.abort('internetdisconnected'));
  await visitor.signsOut();
  await expect(visitor.page.getByText('Logged out locally')).toBeVisible();
  await visitor.reloads();
  await visitor.opensMenu();
  await expect(visitor.menu.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const remembered = await visitor.page.evaluate(() =>
    ['authToken', 'userName', 'userEmail'].map((key) => localStorage.getItem(key)),
  );
  expect(remembered).toEqual([null, null, null]);
});

test('Unknown pages link to the collection', { tag: '@any-size' }, async ({ visitor }) => {
  const { page } = visitor;
  visitor.expectsFailure('/no/such/page', 404);
  await visitor.opens('/no/such/page');
  await visitor.seesHeading('Page not found.');
  await page.getByRole('main').getByRole('link', { name: 'Browse Collection' }).click();
  await expect(page.getByRole('heading', { name: 'Collection', exact: true })).toBeInViewport();

  visitor.expectsFailure('/product/no-such-piece', 404);
  await visitor.opens('/product/no-such-piece');
  await visitor.seesHeading('Product not found.');
  await page.getByRole('main').getByRole('link', { name: 'Back to Collection' }).click();
  await expect(page.getByRole('heading', { name: 'Collection', exact: true })).toBeInViewport();
});

test('The chosen theme is stored', { tag: '@any-size' }, async ({ visitor }) => {
  const { page } = visitor;
  await page.emulateMedia({ colorScheme: 'light' });
  await visitor.opensHome();
  const light = await background(page);
  await togglesTheme(visitor, 'dark');
  await expect.poll(() => background(page)).not.toBe(light);
  await visitor.reloads();
  expect(await background(page)).not.toBe(light);

  // An error page is a new document without scripts.
  const failing = '/product/red-river-moon.data';
  await page.route(`**${failing}`, (route) => route.fulfill({ status: 500 }));
  visitor.expectsFailure(failing, 500);
  await visitor.card('Red River Moon').getByRole('link').first().click();
  await visitor.seesHeading('Something went wrong.');
  expect(await background(page)).not.toBe(light);
  await page.getByRole('main').getByRole('link', { name: 'Back to Collection' }).click();
  await expect(visitor.card('Red River Moon')).toBeVisible();
  await visitor.hasPage();
  await togglesTheme(visitor, 'light');
  await expect.poll(() => background(page)).toBe(light);
});

test('A customer buys a piece with the keyboard alone, from the skip link to the confirmation', async ({
  visitor,
  adminApi,
}) => {
  const listing = await adminApi.addsListing('By Keyboard', { price: 77 });
  const { page } = visitor;
  const keyboard = page.keyboard;
  const type = async (...texts: string[]) => {
    for (const text of texts) {
      await keyboard.type(text);
      await keyboard.press('Tab');
    }
  };
  await visitor.opensHome();
  await keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await keyboard.press('Enter');
  await tabsTo(visitor, 'link', listing.name);
  await keyboard.press('Enter');
  await visitor.seesListing(listing.name);
  await tabsTo(visitor, 'button', 'Add to Cart');
  await keyboard.press('Enter');
  await expect(visitor.cart).toBeVisible();
  await tabsTo(visitor, 'button', 'Sign In to Checkout');
  await keyboard.press('Enter');
  await expect(visitor.signInDialog.getByLabel('Email')).toBeFocused();
  await tabsTo(visitor, 'button', 'Create Account');
  await keyboard.press('Enter');
  await expect(visitor.signInDialog.getByLabel('Name')).toBeFocused();
  await type('Key Board', emailFor(adminApi.unique('keys')), 'six or more');
  await keyboard.press('Enter');

  await visitor.payment.seesHold();
  await tabsTo(visitor, 'radio', 'Credit Card');
  await keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'PayPal' })).toBeChecked();
  await keyboard.press('Tab');
  await type('keys@example.com');
  // First name, last name and email are filled in from the account.
  await expect(visitor.payment.field('First name')).toHaveValue('Key');
  await tabsTo(visitor, 'textbox', 'Phone');
  await type('0400 000 000', '1 Keys Street', 'Hobart');
  await keyboard.type('T');
  await keyboard.press('Tab');
  await keyboard.type('7000');
  await expect(visitor.payment.field('State')).toHaveValue('TAS');
  await keyboard.press('Enter');
  await visitor.payment.seesSuccess(1);
});

/** Presses Tab until the element has the focus. Throws after 60 times. */
async function tabsTo({ page }: Visitor, role: 'link' | 'button' | 'radio' | 'textbox', name: string): Promise<void> {
  const goal = page.getByRole(role, { name, exact: true }).and(page.locator(':focus'));
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await goal.isVisible()) return;
  }
  throw new Error(`Tab does not reach the ${role} "${name}"`);
}

async function togglesTheme(visitor: Visitor, to: 'light' | 'dark'): Promise<void> {
  if (!visitor.isOnPhone) return visitor.header.getByRole('button', { name: `Switch to ${to} theme` }).click();
  await visitor.opensMenu();
  await visitor.menu.getByRole('button', { name: to === 'dark' ? 'Dark theme' : 'Light theme' }).click();
  await visitor.menu.getByRole('button', { name: 'Close menu' }).click();
}

function background(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.body).backgroundColor);
}

function scrollPosition(page: Page): Promise<number> {
  return page.evaluate(() => Math.round(window.scrollY));
}
