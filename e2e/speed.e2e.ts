import { expect } from '@playwright/test';
import { test } from './test.ts';

for (const path of ['/', '/product/red-river-moon', '/cart'])
  test(`${path} is painted before it asks for its scripts, and asks for few`, async ({ page }) => {
    await page.goto(path);
    await page.getByRole('button', { name: /^Open cart/ }).waitFor();
    await page.waitForLoadState('networkidle');
    const { painted, scripts } = await page.evaluate(() => ({
      painted: performance.getEntriesByName('first-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, startTime }) => ({ name, startTime })),
    }));
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.length).toBeLessThan(20);
    expect(scripts.filter(({ startTime }) => startTime < painted)).toEqual([]);
  });

for (const script of ['libraries', 'home', 'entry.client'])
  test(`Home says so when ${script} does not arrive, and its links lead on`, async ({ page }) => {
    await page.route(`**/assets/${script}-*.js`, (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('alert').filter({ hasText: 'A part of this page could not be loaded.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Load the page again' })).toBeVisible();
    await page.getByRole('link', { name: 'Red River Moon' }).first().click();
    await expect(page.getByRole('heading', { level: 1, name: 'Red River Moon' })).toBeVisible();
  });
