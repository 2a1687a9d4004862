import { expect } from '@playwright/test';
import { expectNoViolationsAtBothWidths } from './axe.ts';
import { test } from './test.ts';

test('A visitor finds an artist with the works, the biography and the archive', async ({ visitor }) => {
  const { page } = visitor;
  await visitor.opensHome();
  // By keyboard, because pictures that are still loading move the footer, and then a click misses the link.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Artists' }).press('Enter');
  await visitor.seesHeading('Artists');
  await expectNoViolationsAtBothWidths(page);
  await page.getByRole('link', { name: 'Lê Vân Khê' }).click();
  await visitor.seesHeading('Lê Vân Khê');
  await expectNoViolationsAtBothWidths(page);
  const main = page.getByRole('main');
  await expect(main).toContainText('Vân Khê grew up where the Red River is higher than the fields');
  await expect(main.getByRole('listitem').filter({ hasText: 'Letting Go' })).toContainText('SOLD');
  await main.getByRole('link', { name: 'Red River Moon' }).click();
  await visitor.seesListing('Red River Moon');
});

test('The pages of artists and series need no script', async ({ browser, shop }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.address });
  const page = await context.newPage();
  await page.goto('/series/river-coats');
  await expect(page.getByRole('heading', { level: 1, name: 'River Coats' })).toBeVisible();
  await page.getByRole('link', { name: 'Lê Vân Khê' }).first().click();
  await expect(page).toHaveURL('/artists/le-van-khe');
  await expect.poll(() => page.content()).toContain('"@type":"Person"');
  expect((await page.goto('/artists/nobody'))?.status()).toBe(404);
  await context.close();
});
