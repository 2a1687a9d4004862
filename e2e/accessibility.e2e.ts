import { expect } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { card } from './payment.ts';
import { test } from './test.ts';

test('Axe finds nothing on the public pages', async ({ shopper, shopkeeper }) => {
  const reserved = await shopkeeper.hangsPiece('Reserved for Axe');
  await shopkeeper.holds(reserved, await shopkeeper.registersCustomer('Holder'));
  await shopper.opensHome();
  await expectNoViolations(shopper.page);
  // Available, sold, an edition, discontinued, reserved
  for (const id of ['red-river-moon', 'late-frost', 'everyday-red', 'tortoise-tide', reserved.id]) {
    await shopper.opens(`/product/${id}`);
    await expectNoViolations(shopper.page);
  }
  await shopper.opens('/reset-password?token=from-a-letter');
  await expectNoViolations(shopper.page);
  shopper.willBeRefused('/no/such/page', 404);
  await shopper.opens('/no/such/page');
  await expectNoViolations(shopper.page);
});

test('Axe finds nothing in what lies over a page', async ({ shopper, shopkeeper }) => {
  const { page } = shopper;
  const [piece, sold] = [await shopkeeper.hangsPiece('Drawer'), await shopkeeper.hangsPiece('Sold in the Drawer')];
  for (const { id } of [sold, piece]) {
    await shopper.opens(`/product/${id}`);
    await shopper.addsToCart();
    await shopper.closesCart();
  }
  await shopkeeper.sells(sold, await shopkeeper.registersCustomer('Buyer'));
  await page.getByRole('button', { name: /^Enlarge picture/ }).click();
  await expect(page.getByRole('dialog', { name: `Pictures of ${piece.name}` })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');

  await shopper.opensCart();
  await expect(shopper.cartLine(sold.name)).toContainText('SOLD');
  await expectNoViolations(page);
  await shopper.cart.getByRole('button', { name: 'Sign In to Checkout' }).click();
  await expectNoViolations(page);
  await shopper.signInDialog.getByRole('button', { name: 'Forgot password' }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await shopper.signInDialog.getByRole('button', { name: 'Create Account' }).click();
  await shopper.entersRegistration({});
  await expect(shopper.signInDialog.getByRole('alert')).toHaveText('Name is required for registration');
  await expectNoViolations(page);

  await page.setViewportSize({ width: 390, height: 844 });
  await shopper.opens('/cart');
  await expectNoViolations(page);
  await shopper.opensMenu();
  await expectNoViolations(page);
});

test('Axe finds nothing on the way from payment to the account', async ({ shopper, shopkeeper }) => {
  const { page, payment } = shopper;
  const piece = await shopkeeper.hangsPiece('Paid under Axe');
  const customer = await shopkeeper.registersCustomer('Axel');
  await shopkeeper.putsInCart(customer, piece);
  await shopper.opensHome();
  await shopper.signsIn(customer);
  await shopper.opensCart();
  await shopper.checksOut();
  await payment.seesHold();
  await payment.pays(piece.price);
  await expect(page.getByText('Card number is required')).toBeVisible();
  await expectNoViolations(page);
  await payment.entersDelivery();
  await payment.chooses('Credit Card', card);
  await payment.pays(piece.price);
  await payment.seesSuccess(1);
  await expectNoViolations(page);
  for (const path of ['/account', '/account/profile', '/account/payment', '/account/security']) {
    await shopper.opens(path);
    await expect(page.getByRole('tab', { selected: true })).toBeVisible();
    await expectNoViolations(page);
  }
});

test('The focus is seen on paper and on lacquer', async ({ shopper }) => {
  const { page } = shopper;
  const ring = (element: Element) => {
    const swatch = element.appendChild(document.createElement('span'));
    swatch.style.color = 'var(--color-focus)';
    const { outlineColor } = getComputedStyle(element);
    const own = getComputedStyle(swatch).color;
    swatch.remove();
    return { outlineColor, own };
  };
  await shopper.opensHome();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const onLacquer = await page.locator(':focus').evaluate(ring);
  expect(onLacquer.outlineColor).toBe(onLacquer.own);
  await page.getByRole('button', { name: /^Date/ }).focus();
  const onPaper = await page.locator(':focus').evaluate(ring);
  expect(onPaper.outlineColor).toBe(onPaper.own);
  expect(onPaper.own).not.toBe(onLacquer.own);
});
