import { expect } from '@playwright/test';
import { listingsPerPage } from '#contract/collection-search.ts';
import { test } from './test.ts';

test('A long collection loads page by page, each with its URL, and the back button returns to the same place', async ({
  visitor,
  adminApi,
  page,
}) => {
  await addsListings(adminApi, listingsPerPage + 5);
  const total = (await adminApi.listings()).length;
  await visitor.opensHome();
  const names = page.getByRole('listitem').getByRole('heading', { level: 3 });
  await expect(names).toHaveCount(listingsPerPage);
  await expect(page.getByText(`${listingsPerPage} of ${total} pieces`)).toBeVisible();

  await visitor.sortsBy('Name');
  await expect(page).toHaveURL('/?sort=name&order=asc');
  await visitor.sortsBy('Date');
  await expect(page.getByRole('button', { name: /oldest first/, pressed: true })).toBeVisible();
  await visitor.sortsBy('Date');
  await expect(page).toHaveURL('/');
  await expect(names.first()).toContainText('One of many');
  await page.getByRole('link', { name: 'Show more pieces' }).click();
  const shown = Math.min(total, 2 * listingsPerPage);
  await expect(names).toHaveCount(shown);
  await expect(page).toHaveURL('/?page=2');
  await expect(page.getByText(`${shown} of ${total} pieces`)).toBeVisible();
  await expect(names.nth(listingsPerPage).getByRole('link')).toBeFocused();

  await names
    .nth(listingsPerPage + 2)
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/product\//);
  await page.goBack();
  await expect(page).toHaveURL('/?page=2');
  await expect(names.nth(listingsPerPage + 2)).toBeInViewport();

  await visitor.sortsBy('Name');
  await expect(page).toHaveURL('/?sort=name&order=asc&page=2');
  await expect(names).toHaveCount(shown);
});

test('Without scripts buttons sort the collection, and a link opens its next page', { tag: '@any-size' }, async ({
  shop,
  adminApi,
  browser,
}) => {
  await addsListings(adminApi, listingsPerPage);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.address });
  const page = await context.newPage();
  const price = page.getByRole('button', { name: /^Price/ });
  await page.goto('/');
  await page.getByRole('link', { name: 'Show more pieces' }).click();
  await expect(page).toHaveURL('/?page=2#collection');
  await price.click();
  await expect(page).toHaveURL('/?sort=price&order=asc#collection');
  await expect(price).toHaveAttribute('aria-pressed', 'true');
  await price.click();
  await expect(page).toHaveURL('/?sort=price&order=desc#collection');
  await context.close();
});

async function addsListings(adminApi: { addsListing(name: string): Promise<unknown> }, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => adminApi.addsListing('One of many')));
}
