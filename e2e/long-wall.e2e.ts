import { expect } from '@playwright/test';
import { test } from './test.ts';

const onOnePage = 40;

test('A long wall comes page by page, each with its address, and the way back leads to the same place', async ({
  shopper,
  shopkeeper,
  page,
}) => {
  await hangMany(shopkeeper, onOnePage + 5);
  const total = (await shopkeeper.pieces()).length;
  await shopper.opensHome();
  const names = page.getByRole('listitem').getByRole('heading', { level: 3 });
  await expect(names).toHaveCount(onOnePage);
  await expect(page.getByText(`${onOnePage} of ${total} pieces`)).toBeVisible();

  await shopper.sortsBy('Name');
  await expect(page).toHaveURL('/?sort=name&order=asc');
  await shopper.sortsBy('Date');
  await shopper.sortsBy('Date');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'Show more pieces' }).click();
  const shown = Math.min(total, 2 * onOnePage);
  await expect(names).toHaveCount(shown);
  await expect(page).toHaveURL('/?page=2');
  await expect(page.getByText(`${shown} of ${total} pieces`)).toBeVisible();
  await expect(names.nth(onOnePage).getByRole('link')).toBeFocused();

  await names
    .nth(onOnePage + 2)
    .getByRole('link')
    .click();
  await expect(page).toHaveURL(/\/product\//);
  await page.goBack();
  await expect(page).toHaveURL('/?page=2');
  await expect(names.nth(onOnePage + 2)).toBeInViewport();

  await shopper.sortsBy('Name');
  await expect(page).toHaveURL('/?sort=name&order=asc&page=2');
  await expect(names).toHaveCount(shown);
});

test('Without scripts the wall is sorted and goes on by links', async ({ shop, shopkeeper, browser }) => {
  await hangMany(shopkeeper, onOnePage);
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

async function hangMany(shopkeeper: { hangsPiece(name: string): Promise<unknown> }, count: number): Promise<void> {
  for (let hung = 0; hung < count; hung += 1) await shopkeeper.hangsPiece('One of many');
}
