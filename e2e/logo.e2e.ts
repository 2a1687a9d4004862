import { expect } from '@playwright/test';
import { test } from './owner.ts';
import { photograph } from './pictures.ts';

test('A logo for dark backgrounds is shown there before any script runs', async ({ owner, browser, shop }) => {
  const { main } = owner;
  await owner.opensPanel('/admin/logo');
  await owner.uploadsLogo(await photograph('light', '#7a1f16', 'png'));
  await owner.seesMessage('Logo uploaded successfully!');
  await main
    .getByLabel('Logo for dark ground', { exact: true })
    .setInputFiles(await photograph('dark', '#f4e9d8', 'png'));
  const forDark = main.getByRole('region', { name: 'Upload a logo for dark ground' });
  await expect(forDark.getByText('Logo uploaded successfully!')).toBeVisible();
  const shown = main.getByRole('region', { name: 'Current logo' }).getByRole('img');
  await expect(shown).toHaveCount(2);
  const [light, dark] = await shown.evaluateAll((images) => images.map((image) => image.getAttribute('src')));
  expect(light).not.toBe(dark);

  for (const [colorScheme, address] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const context = await browser.newContext({ baseURL: shop.address, colorScheme, javaScriptEnabled: false });
    const page = await context.newPage();
    // The header of the home page is on the dark hero; this one is on the page's own background.
    await page.goto('/product/red-river-moon');
    await expect(page.getByRole('banner').getByRole('img')).toHaveAttribute('src', address ?? '');
    await expect(page.getByRole('contentinfo').getByRole('img')).toHaveAttribute('src', dark ?? '');
    await context.close();
  }

  owner.visitor.expectsFailure('/api/admin/logo', 500);
  await owner.page.route('**/api/admin/logo?ground=dark', (route) => route.fulfill({ status: 500 }), { times: 1 });
  const remove = main.getByRole('button', { name: 'Remove logo for dark ground' });
  const question = owner.question('Remove logo for dark ground?');
  await remove.click();
  await question.getByRole('button', { name: 'Remove logo for dark ground' }).click();
  await expect(question.getByRole('alert')).toContainText('Failed to remove logo');
  await question.getByRole('button', { name: 'Remove logo for dark ground' }).click();
  await owner.seesMessage('Logo removed successfully!');
  await expect(shown.first()).toHaveAttribute('src', light ?? '');
  await expect(shown.last()).toHaveAttribute('src', light ?? '');
  await main.getByRole('button', { name: 'Remove logo', exact: true }).click();
  await owner.question('Remove logo?').getByRole('button', { name: 'Remove logo' }).click();
  await expect(main.getByRole('img')).toHaveCount(0);
});
