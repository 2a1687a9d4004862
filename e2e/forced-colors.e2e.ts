import { expect, type Locator } from '@playwright/test';
import sharp from 'sharp';
import { test } from './owner.ts';

test('In forced colours the current page and the badges of pieces are visible', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ forcedColors: 'active' });
  const held = await adminApi.addsListing('Held in Contrast');
  await adminApi.holds(held, await adminApi.addsCustomer('Contrast'));
  await visitor.opensHome();
  const navigation = visitor.header.getByRole('navigation', { name: 'Main' });
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const lineColour = (link: string) =>
    navigation
      .getByRole('link', { name: link, exact: true })
      .evaluate((element) => getComputedStyle(element).borderBottomColor);
  expect(await lineColour('Home')).not.toBe(background);
  expect(await lineColour('About')).toBe(background);

  await isSeen(visitor.card('Late Frost').getByText('SOLD', { exact: true }));
  await isSeen(visitor.card('Red River Moon').getByText('Unique', { exact: true }));
  await isSeen(visitor.card(held.name).getByText('Reserved', { exact: true }));
  await visitor.opens('/product/late-frost');
  expect(await lineColour('Collection')).not.toBe(background);
  await isSeen(page.getByRole('main').locator('.label-card').getByText('SOLD', { exact: true }));
});

test('In forced colours the current section of the panel and the online dots are visible', async ({ owner }) => {
  const { page } = owner;
  await page.emulateMedia({ forcedColors: 'active' });
  await owner.opensPanel('/admin/users');
  const outline = (link: Locator) => link.evaluate((element) => getComputedStyle(element).outlineStyle);
  expect(await outline(owner.navigation.getByRole('link', { name: 'Users' }))).toBe('solid');
  expect(await outline(owner.navigation.getByRole('link', { name: 'Orders' }))).toBe('none');
  await isSeen(owner.main.locator('.dot').first());
});

/** Checks that something is drawn in the first pixels of the element, where its mark is. */
async function isSeen(mark: Locator): Promise<void> {
  await mark.scrollIntoViewIfNeeded();
  const shown = await mark.screenshot();
  const { width = 0, height = 0 } = await sharp(shown).metadata();
  const shape = sharp(shown).extract({ left: 0, top: 0, width: Math.min(width, 11), height });
  const { channels } = await sharp(await shape.toBuffer()).stats();
  expect(Math.max(...channels.map(({ min, max }) => max - min)), `${mark} has a shape`).toBeGreaterThan(100);
}
