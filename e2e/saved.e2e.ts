import { expect } from '@playwright/test';
import { expectNoViolationsAtBothWidths } from './axe.ts';
import { test } from './test.ts';

test('A guest saves a piece, finds it again, and has it in the account after signing in', async ({
  visitor,
  adminApi,
}) => {
  const { page } = visitor;
  await visitor.opens('/saved');
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
  await visitor.opens('/product/red-river-moon');
  const save = page.getByRole('button', { name: /^Saved?$/ });
  await expect(save).toHaveAttribute('aria-pressed', 'false');
  await save.click();
  await expect(save).toHaveAttribute('aria-pressed', 'true');
  await expectNoViolationsAtBothWidths(page);
  await page.getByRole('link', { name: 'All saved pieces' }).click();
  await visitor.seesHeading('Saved');
  await expect(page.getByRole('main')).toContainText('They are kept on this device');
  await expectNoViolationsAtBothWidths(page);

  const merged = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await visitor.signsIn(await adminApi.addsCustomer('Collector'));
  expect((await (await merged).json()).listingIds).toEqual(['red-river-moon']);
  await page.evaluate(() => localStorage.removeItem('savedPieces'));
  await visitor.opens('/saved');
  const toggle = page.getByRole('button', { name: 'Saved: Red River Moon' });
  await toggle.click();
  await page.getByRole('button', { name: 'Save: Red River Moon' }).waitFor();
  await visitor.reloads();
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
});

test('A guest whose browser stores nothing more finds a saved piece on the page Saved', async ({ visitor }) => {
  const { page } = visitor;
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await visitor.opens('/product/red-river-moon');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'All saved pieces' }).click();
  await visitor.seesHeading('Saved');
  await expect(page.getByRole('button', { name: 'Saved: Red River Moon' })).toBeVisible();
});

test('The empty page Saved fits into the window, and nothing on it moves while it loads', async ({ visitor }) => {
  const { page } = visitor;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.get(window, 'shifts').push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await visitor.opens('/saved');
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
  const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'));
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05);
});
