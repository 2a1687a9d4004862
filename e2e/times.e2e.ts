import { expect } from '@playwright/test';
import type { Listing } from '#contract/catalog.ts';
import type { AdminApi } from './admin-api.ts';
import { test } from './test.ts';

test.describe('In another time zone', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('a time names the city of the shop', async ({ visitor, adminApi }) => {
    const { page, account } = visitor;
    const customer = await adminApi.addsCustomer('Far Away');
    const order = await adminApi.sells(await adminApi.addsListing('Sold Far Away'), customer);
    const listing = await heldListing(adminApi);
    await visitor.opens(`/product/${listing.id}`);
    await expect(page.getByText(/^Reserved until \d{1,2}:\d{2} [ap]m Sydney time\./)).toBeVisible();

    await visitor.signsIn(customer);
    await visitor.opens(`/account?order=${order.id}`);
    await expect(account.order(order).getByRole('region')).toContainText(/\d{4}, \d{1,2}:\d{2} [ap]m Sydney time/);
    await visitor.opens('/account/security');
    await expect(account.panel).toContainText(/Last used .*[ap]m Sydney time/);
  });
});

test.describe('In the time zone of the shop', () => {
  test.use({ timezoneId: 'Australia/Sydney' });

  test('a time names no city', async ({ visitor, adminApi }) => {
    const listing = await heldListing(adminApi);
    await visitor.opens(`/product/${listing.id}`);
    await expect(visitor.page.getByText(/^Reserved until \d{1,2}:\d{2} [ap]m\./)).toBeVisible();
  });
});

test('A hold expires by the server’s clock, however wrong the browser’s clock is', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  const listing = await heldListing(adminApi);
  await page.clock.install({ time: Date.now() + 20 * 60_000 });
  const serverTime = page.waitForResponse('**/api/health');
  await visitor.opens(`/product/${listing.id}`);
  await (await serverTime).finished();
  // Waits for a later request: when it is answered, the page has processed the server time.
  await page.evaluate(async () => (await fetch('/robots.txt')).text());
  await page.clock.runFor(2_000);
  await expect(page.getByText(/^Reserved until /)).toBeVisible();
  await page.clock.fastForward('15:01');
  await expect(page.getByText(/^Reserved until /)).toBeHidden();
});

async function heldListing(adminApi: AdminApi): Promise<Listing> {
  const listing = await adminApi.addsListing('Held for Another');
  await adminApi.holds(listing, await adminApi.addsCustomer('Another'));
  return listing;
}
