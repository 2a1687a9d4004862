import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { test } from './owner.ts';
import { photograph } from './pictures.ts';

test('A new artist has no page in the shop until the owner shows it; the form says so', async ({ owner }) => {
  const { page, main } = owner;
  const name = `Quiet ${Date.now()}`;
  await owner.opensPanel('/admin/artists/new');
  await main.getByLabel('Name *').fill(name);
  await main.getByRole('button', { name: 'Save changes' }).click();
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(main.getByRole('status').filter({ hasText: 'Visitors do not see this artist yet' })).toBeVisible();
  await expectNoViolations(page);
  await main.getByRole('button', { name: 'Show the page in the shop' }).click();
  await expect(main.getByRole('link', { name: 'See in the shop' })).toBeVisible();
  await expect(main.getByLabel('Show a page in the shop')).toBeChecked();
});

test('The owner adds an artist with a page, which shows the pieces that already have the artist’s name', async ({
  owner,
  anotherVisitor,
  adminApi,
}) => {
  const { page, main } = owner;
  const name = `Artist ${Date.now()}`;
  const listing = await adminApi.addsListing(`Work of ${name}`, { artist: name });
  await owner.opensPanel('/admin/artists');
  await expectNoViolations(page);
  await main.getByRole('link', { name: 'Add an artist' }).click();
  await main.getByLabel('Name *').fill(name);
  await main.getByRole('textbox', { name: 'Born' }).fill('1981');
  await main.getByRole('textbox', { name: 'Biography' }).fill('She paints *rain*.');
  await main.getByRole('button', { name: 'Add an exhibition' }).click();
  const exhibition = main.getByRole('group', { name: 'Exhibition 1' });
  await expect(exhibition.getByLabel('Year')).toBeFocused();
  await exhibition.getByLabel('Year').fill('2024');
  await exhibition.getByLabel('Title').fill('Rain in Hanoi');
  await main.getByLabel('Choose a picture').setInputFiles(await photograph('portrait.jpg', '#a33'));
  await main.getByRole('textbox', { name: /alt/i }).fill('A woman at a bench');
  await main.getByLabel('Show a page in the shop').check();
  await expectNoViolations(page);
  await main.getByRole('button', { name: 'Save changes' }).click();
  await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(main.getByText('1 piece')).toBeVisible();
  await expectNoViolations(page);

  const guest = await anotherVisitor();
  await guest.opens((await main.getByRole('link', { name: 'See in the shop' }).getAttribute('href')) ?? '');
  await guest.seesHeading(name);
  const shown = guest.page.getByRole('main');
  for (const text of ['Born 1981', 'She paints rain.', 'Rain in Hanoi', listing.name])
    await expect(shown).toContainText(text);
  await expect(shown.getByRole('img', { name: 'A woman at a bench' })).toBeVisible();

  await owner.opens('/admin/artists');
  await main.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(page.getByRole('alertdialog')).toContainText('1 piece keeps the name as text');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(main.getByRole('link', { name, exact: true })).toBeHidden();
});
