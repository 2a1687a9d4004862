import { expect } from '@playwright/test';
import { test } from './test.ts';

test('A piece leads to its artist, to similar pieces and to the previous one, and its link can be copied', async ({
  visitor,
  context,
}) => {
  const { page } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.opens('/product/red-river-moon');
  const main = page.getByRole('main');
  await expect(main).toContainText('75 × 96 cm (29.5 × 37.8 in)');
  await page.clock.install();
  await main.getByRole('button', { name: 'Share' }).click();
  await expect(main.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url());
  await page.clock.fastForward(4_500);
  await expect(main.getByRole('button', { name: 'Share' })).toBeVisible();

  await expect(main.getByRole('heading', { name: 'Similar in size and price' })).toBeVisible();
  await main.getByRole('link', { name: 'Pond in Two Parts' }).click();
  await visitor.seesListing('Pond in Two Parts');
  await main.getByRole('link', { name: 'Previous' }).click();
  await visitor.seesListing('Three Carp, Falling Petals');
  await main.getByRole('definition').getByRole('link', { name: 'Đặng Quý Lam' }).click();
  await visitor.seesHeading('Đặng Quý Lam');
});
