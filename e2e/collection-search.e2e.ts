import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { shopFixture } from './shop.ts';
import { test as base } from './test.ts';

/** The tests of this file have a shop of their own, because they count pieces, and other tests add some. */
const test = base.extend({ shop: shopFixture() });

const found = (page: Page) => page.getByRole('main').getByRole('status');

test('A visitor searches and filters the collection with the keyboard', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.opensHome();
  await page.getByRole('link', { name: 'Search and filter' }).click();
  await visitor.seesHeading('Collection');
  await expect(found(page)).toHaveText('15 pieces');
  await expectNoViolations(page);

  const field = page.getByRole('searchbox', { name: 'Search by name, artist, material or place' });
  await field.fill('le van khe');
  await field.press('Enter');
  await expect(found(page)).toHaveText('3 of 15 pieces');
  await expect(field).toBeFocused();
  await page.locator('summary').press('Enter');
  await page.getByRole('checkbox', { name: 'Available' }).press('Space');
  await page.getByRole('button', { name: /^Show/ }).press('Enter');
  await expect(found(page)).toHaveText('2 of 15 pieces');
  await expect(page.getByRole('button', { name: 'Show 2 pieces' })).toBeFocused();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Remove filter: le van khe' }).press('Enter');
  await expect(found(page)).toHaveText(/^1\d of 15 pieces$/);
  await expect(found(page)).toBeFocused();
  await expect(field).toHaveValue('');
  await expect(page.getByRole('checkbox', { name: 'Available' })).toBeChecked();
  await expect(page).toHaveURL('/collection?state=free');
});

test('On a phone the filters fill the screen, and Escape closes them', async ({ visitor }) => {
  const { page } = visitor;
  await page.setViewportSize({ width: 390, height: 800 });
  await visitor.opens('/collection');
  const summary = page.locator('summary');
  await summary.click();
  expect(await page.locator('details').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 });
  await expectNoViolations(page);
  await summary.press('Shift+Tab');
  await expect(page.getByRole('link', { name: 'Clear all' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(summary).toBeFocused();
  await summary.press('Enter');
  await page.getByRole('checkbox', { name: 'Sold' }).check();
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(found(page)).toHaveText('3 of 15 pieces');
  await expect(found(page)).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'Sold' })).toBeHidden();
});

test('The collection is searched without scripts; if nothing matches, it links to all pieces', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.address });
  const page = await context.newPage();
  await page.goto('/collection?sort=nothing&foo=bar');
  await page.getByRole('searchbox').fill('son mai');
  await page.getByRole('searchbox').press('Enter');
  await expect(found(page)).toContainText('of 15 pieces');
  await expect(page.getByRole('main').getByRole('link', { name: 'Red River Moon' })).toBeVisible();
  await page.locator('summary').click();
  await page.getByRole('checkbox', { name: 'Weather' }).check();
  await page.getByRole('textbox', { name: 'To' }).first().fill('100');
  await page.getByRole('button', { name: /^Show/ }).click();
  await expect(found(page)).toHaveText('No piece matches');
  await expect(page.getByRole('heading', { name: 'Nothing here is all of that at once' })).toBeVisible();
  await page.getByRole('link', { name: 'Show all 15 pieces' }).click();
  await expect(found(page)).toHaveText('15 pieces');
  await context.close();
});
