import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { shopFixture } from './shop.ts';
import { test as base } from './test.ts';

/** A shop of its own, because the owner offers transfers in it. */
const test = base.extend<object, object>({
  shop: shopFixture(),
});

const account = {
  transfer: true,
  accountName: 'Vàng Son Pty Ltd',
  bsb: '062-000',
  accountNumber: '10482297',
  payId: 'pay@gallery.example',
  billerCode: '412908',
};

test('A buyer orders, reads how to transfer the money, comes back to it, and owns the piece once it has arrived', async ({
  visitor,
  adminApi,
}) => {
  await adminApi.changesPaymentSettings(account);
  const listing = await adminApi.addsListing('By Transfer');
  const { page, payment } = visitor;
  const customer = await adminApi.addsCustomer('Lan');
  await visitor.startsSignedInAs(customer);
  await visitor.opensHome();

  await test.step('an account that is not confirmed reads why it cannot pay by transfer', async () => {
    await visitor.opensListing(listing.name);
    await visitor.addsToCart();
    await visitor.checksOut();
    await payment.entersDelivery();
    await page.getByRole('radio', { name: 'Transfer to Our Account' }).check();
    await expect(page.getByText('The pieces are held for you for 3 banking days. No fee.')).toBeVisible();
    visitor.expectsFailure('/api/orders/checkout', 409);
    await page.getByRole('button', { name: /^Order, then pay/ }).click();
    await expect(page.getByRole('alert')).toContainText('The order was not placed, and nothing is owed.');
    await expect(page.getByRole('alert')).toContainText('Please confirm your email address first');
  });

  await test.step('after the order the page shows the account, whose number can be copied', async () => {
    // Somebody who has paid before needs no confirmed address.
    await adminApi.sells(await adminApi.addsListing('Paid Before'), customer);
    await page.getByRole('button', { name: /^Order, then pay/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Held for you until the end of \w+day \d+\s\w+/);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expectNoViolations(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page
      .getByRole('region', { name: 'Bank transfer' })
      .getByRole('button', { name: 'Copy Account', exact: true })
      .click();
    await expect(page.getByRole('status').filter({ hasText: 'Account copied' })).toBeAttached();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('10482297');
    await page.setViewportSize({ width: 320, height: 844 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.setViewportSize({ width: 1440, height: 900 });
    await visitor.opensCart();
    await expect(visitor.cart).toContainText('Your cart is empty');
    await visitor.closesCart();
  });

  await test.step('another order by transfer is refused with a link to this one', async () => {
    const second = await adminApi.addsListing('Second Transfer');
    await visitor.opensHome();
    await visitor.opensListing(second.name);
    await visitor.addsToCart();
    await visitor.checksOut();
    await payment.entersDelivery();
    await page.getByRole('radio', { name: 'Transfer to Our Account' }).check();
    visitor.expectsFailure('/api/orders/checkout', 409);
    await page.getByRole('button', { name: /^Order, then pay/ }).click();
    await page.getByRole('alert').getByRole('link', { name: 'Open that order' }).click();
    await expect(page.getByText('Waiting for your transfer')).toBeVisible();
  });

  await test.step('the account has the order with its own question before it is cancelled', async () => {
    await page.getByRole('link', { name: 'Open the Order' }).click();
    const order = page.getByRole('article', { name: /^Order / }).filter({ hasText: listing.name });
    await expect(order).toContainText('Waiting for your transfer');
    await expect(order).toContainText('Held for you until the end of');
    await expectNoViolations(page);
    await order.getByRole('button', { name: 'Cancel Order' }).click();
    await expect(page.getByRole('alertdialog')).toContainText('If you have sent the money already, keep the order.');
    await page.getByRole('button', { name: 'Keep Order' }).click();
    await order.getByRole('link', { name: 'How to Pay' }).click();
    // The account page also says 'Waiting for your transfer', so the heading is checked.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Held for you until/);
  });

  const orderId = new URL(page.url()).searchParams.get('order') ?? '';

  await test.step('while the shop cannot be reached, every attempt says so and the button keeps the focus', async () => {
    const address = `/api/orders/${orderId}`;
    const again = page.getByRole('button', { name: 'Check Again' });
    const failure = page.getByRole('main').getByRole('alert');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    visitor.expectsFailure(address, 0);
    await page.route(`**${address}`, (route) => route.abort('connectionrefused'));
    await visitor.reloads();
    await expect(failure).toContainText('Network error');
    await page.unroute(`**${address}`);
    await page.route(`**${address}`, async (route) => {
      await released;
      await route.abort('connectionrefused');
    });
    await again.click();
    await expect(failure).toBeHidden();
    release();
    await expect(failure).toContainText('Network error');
    await expect(again).toBeFocused();
    await expectNoViolations(page);
    await page.unroute(`**${address}`);
    await again.click();
    await expect(page.getByRole('heading', { level: 1, name: /^Held for you until/ })).toBeFocused();
  });

  await test.step('once the money has arrived the same page says so', async () => {
    await adminApi.receives(orderId, listing.price);
    await visitor.reloads();
    await payment.seesSuccess(1);
  });
});
