import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { card } from './payment.ts';
import { test } from './test.ts';

test('The public pages have no axe violations', async ({ visitor, adminApi }) => {
  const reserved = await adminApi.addsListing('Reserved for Axe');
  await adminApi.holds(reserved, await adminApi.addsCustomer('Holder'));
  await visitor.opensHome();
  await expectNoViolations(visitor.page);
  // Available, sold, an edition, discontinued, reserved
  for (const id of ['red-river-moon', 'late-frost', 'everyday-red', 'tortoise-tide', reserved.id]) {
    await visitor.opens(`/product/${id}`);
    await expectNoViolations(visitor.page);
  }
  await visitor.opens('/reset-password?token=from-a-letter');
  await expectNoViolations(visitor.page);
  visitor.expectsFailure('/no/such/page', 404);
  await visitor.opens('/no/such/page');
  await expectNoViolations(visitor.page);
});

test('The dialogs of the public pages have no axe violations', async ({ visitor, adminApi }) => {
  const { page } = visitor;
  const [listing, sold] = [await adminApi.addsListing('Drawer'), await adminApi.addsListing('Sold in the Drawer')];
  for (const { id } of [sold, listing]) {
    await visitor.opens(`/product/${id}`);
    await visitor.addsToCart();
    await visitor.closesCart();
  }
  await adminApi.sells(sold, await adminApi.addsCustomer('Buyer'));
  await page.getByRole('button', { name: /^Enlarge picture/ }).click();
  await expect(page.getByRole('dialog', { name: `Pictures of ${listing.name}` })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');

  await visitor.opensCart();
  await expect(visitor.cartLine(sold.name)).toContainText('SOLD');
  await expectNoViolations(page);
  await visitor.cart.getByRole('button', { name: 'Sign In to Checkout' }).click();
  await expectNoViolations(page);
  await visitor.signInDialog.getByRole('button', { name: 'Forgot password' }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await visitor.signInDialog.getByRole('button', { name: 'Create Account' }).click();
  await visitor.entersRegistration({});
  await expect(visitor.signInDialog.getByRole('alert')).toHaveText('Name is required for registration');
  await expectNoViolations(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.opens('/cart');
  await expectNoViolations(page);
  await visitor.opensMenu();
  await expectNoViolations(page);
});

test('The payment and account pages have no axe violations', async ({ visitor, adminApi }) => {
  const { page, payment } = visitor;
  const listing = await adminApi.addsListing('Paid under Axe');
  const customer = await adminApi.addsCustomer('Axel');
  await adminApi.putsInCart(customer, listing);
  await visitor.startsSignedInAs(customer);
  await visitor.opensHome();
  await visitor.opensCart();
  await visitor.checksOut();
  await payment.seesHold();
  await payment.pays(listing.price);
  await expect(page.getByText('Card number is required')).toBeVisible();
  await expectNoViolations(page);
  await payment.entersDelivery();
  await payment.chooses('Credit Card', card);
  await payment.pays(listing.price);
  await payment.seesSuccess(1);
  await expectNoViolations(page);
  // The other tabs are in account-accessibility.e2e.ts.
  await visitor.opens('/account/profile');
  await expect(page.getByRole('tab', { selected: true })).toBeVisible();
  await expectNoViolations(page);
});

test('The focus ring differs in colour on light and dark backgrounds', { tag: '@any-size' }, async ({ visitor }) => {
  const { page } = visitor;
  const ring = (element: Element) => {
    const swatch = element.appendChild(document.createElement('span'));
    swatch.style.color = 'var(--color-focus)';
    const { outlineColor } = getComputedStyle(element);
    const focusColor = getComputedStyle(swatch).color;
    swatch.remove();
    return { outlineColor, focusColor };
  };
  await visitor.opensHome();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const onLacquer = await page.locator(':focus').evaluate(ring);
  expect(onLacquer.outlineColor).toBe(onLacquer.focusColor);
  await page.getByRole('button', { name: /^Date/ }).focus();
  const onPaper = await page.locator(':focus').evaluate(ring);
  expect(onPaper.outlineColor).toBe(onPaper.focusColor);
  expect(onPaper.focusColor).not.toBe(onLacquer.focusColor);
});
