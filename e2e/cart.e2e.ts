import { expect } from '@playwright/test';
import { test } from './test.ts';

test('A guest’s cart survives a reload, and pieces can be removed from it', async ({ visitor, adminApi }) => {
  const [one, two] = [await adminApi.addsListing('Cart One'), await adminApi.addsListing('Cart Two', { price: 80.5 })];
  await visitor.opensHome();
  await visitor.card(one.name).getByRole('button', { name: 'Add to Cart' }).click();
  await visitor.seesInCart([one.name], one.price);
  await visitor.cart.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(visitor.cart).toBeHidden();
  await visitor.opensListing(two.name);
  await visitor.addsToCart();
  await visitor.seesInCart([one.name, two.name], 1330.5);
  await expect(visitor.cartLine(one.name)).toContainText('Browser Tests');

  await visitor.reloads();
  await visitor.page.getByRole('main').getByRole('button', { name: 'Already in Cart' }).click();
  await visitor.seesInCart([one.name, two.name], 1330.5);
  await visitor.cart.getByRole('button', { name: `Remove ${one.name}` }).click();
  await visitor.seesInCart([two.name], two.price);
  await visitor.cart.getByRole('button', { name: `Remove ${two.name}` }).click();
  await expect(visitor.cart).toContainText('Your cart is empty');
  await visitor.cart.getByRole('link', { name: 'Browse Collection' }).click();
  await expect(visitor.cart).toBeHidden();
  await expect(visitor.page).toHaveURL('/#collection');
});

test('A customer who signs in on a second device has the pieces of both devices in the cart', async ({
  visitor: laptop,
  anotherVisitor,
  adminApi,
}) => {
  const [known, own] = [await adminApi.addsListing('Known'), await adminApi.addsListing('Own', { price: 20 })];
  const customer = await adminApi.addsCustomer('Two Devices');

  await laptop.opens(`/product/${known.id}`);
  await laptop.addsToCart();
  await laptop.closesCart();
  await laptop.signsIn(customer);
  await laptop.opensCart();
  await laptop.seesInCart([known.name], known.price);
  await laptop.closesCart();

  const phone = await anotherVisitor();
  await phone.opens(`/product/${own.id}`);
  await phone.addsToCart();
  await phone.closesCart();
  await phone.signsIn(customer);
  await phone.opensCart();
  await phone.seesInCart([known.name, own.name], known.price + own.price);

  await laptop.opensCart();
  await laptop.seesInCart([known.name, own.name], known.price + own.price);

  // The cart belongs to the account: sign-out removes it from the page, sign-in restores it.
  await phone.closesCart();
  if (phone.isOnPhone) {
    await phone.signsOut();
    await phone.opensCart();
    await expect(phone.cart).toContainText('Your cart is empty');
    await phone.closesCart();
    await phone.signsIn(customer);
    await phone.opensCart();
    await phone.seesInCart([known.name, own.name], known.price + own.price);
  }
});

test('A piece that was sold in the meantime stays in the cart, marked and not in the total', {
  tag: '@any-size',
}, async ({ visitor, adminApi }) => {
  const [sold, free] = [
    await adminApi.addsListing('Sold Meanwhile'),
    await adminApi.addsListing('Free', { price: 45 }),
  ];
  const buyer = await adminApi.addsCustomer('Somebody');
  await visitor.opens(`/product/${sold.id}`);
  await visitor.addsToCart();
  const eventStreamOpened = visitor.page.waitForResponse('**/api/events');
  await visitor.opens(`/product/${free.id}`);
  await visitor.addsToCart();
  await eventStreamOpened;
  await visitor.seesInCart([sold.name, free.name], sold.price + free.price);
  await adminApi.sells(sold, buyer);

  await visitor.seesInCart([sold.name, free.name], free.price);
  await expect(visitor.cartLine(sold.name)).toContainText('SOLD');
  await visitor.opens('/cart');
  const main = visitor.page.getByRole('main');
  await expect(main.getByRole('listitem').filter({ hasText: sold.name })).toContainText('SOLD');
  await expect(main).toContainText('Total$45.00');
  await main.getByRole('button', { name: `Remove ${sold.name}` }).click();
  await expect(main.getByRole('listitem')).toHaveCount(1);
});

test('A cart that contains only sold pieces says so instead of showing a total', { tag: '@any-size' }, async ({
  visitor,
  adminApi,
}) => {
  const listing = await adminApi.addsListing('All Sold');
  const buyer = await adminApi.addsCustomer('Faster');
  await visitor.opens(`/product/${listing.id}`);
  await visitor.addsToCart();
  await visitor.closesCart();
  await adminApi.sells(listing, buyer);
  await visitor.opens('/');
  await visitor.opensCart();
  await expect(visitor.cartLine(listing.name)).toContainText('SOLD');
  await expect(visitor.cart.getByRole('status').filter({ hasText: 'This piece has been sold.' })).toHaveText(
    'This piece has been sold. Remove it and choose another one.',
  );
  await expect(visitor.cart).not.toContainText('$0.00');
  await visitor.cart.getByRole('link', { name: 'Browse Collection' }).click();
  await expect(visitor.cart).toBeHidden();

  await visitor.opens('/cart');
  const main = visitor.page.getByRole('main');
  await expect(main).toContainText('This piece has been sold. Remove it and choose another one.');
  await expect(main).not.toContainText('$0.00');
  await expect(main.getByRole('button', { name: 'Checkout' })).toBeHidden();
  await main.getByRole('button', { name: `Remove ${listing.name}` }).click();
  await expect(main).toContainText('Your cart is empty');
});

test('On the cart page a guest signs in and continues to payment', async ({ visitor, adminApi }) => {
  const listing = await adminApi.addsListing('By the Cart Page');
  const customer = await adminApi.addsCustomer('Cart Page');
  await visitor.opens('/cart');
  const main = visitor.page.getByRole('main');
  await expect(main).toContainText('Your cart is empty');
  await main.getByRole('link', { name: 'Browse Collection' }).click();

  await visitor.opensListing(listing.name);
  await visitor.addsToCart();
  await visitor.opens('/cart');
  await expect(main.getByRole('listitem')).toContainText(listing.name);
  await expect(main).toContainText('Total$1,250.00');
  await main.getByRole('button', { name: 'Checkout' }).click();
  await visitor.entersSignIn(customer);
  await visitor.seesHeading('Payment');
  await visitor.payment.seesPieces(listing.name);
});

test('When the server’s cart cannot be loaded, the browser’s cart is shown', { tag: '@any-size' }, async ({
  visitor,
  adminApi,
}) => {
  const listing = await adminApi.addsListing('Kept in the Browser');
  await visitor.opens(`/product/${listing.id}`);
  await visitor.signsIn(await adminApi.addsCustomer('Offline'));
  visitor.expectsFailure('/api/cart', 500);
  visitor.expectsFailure('/api/cart/add', 0);
  await visitor.page.route('**/api/cart', (route) => route.fulfill({ status: 500, json: { success: false } }));
  await visitor.page.route('**/api/cart/add', (route) => route.abort('connectionfailed'));
  await visitor.addsToCart();
  await visitor.seesInCart([listing.name], listing.price);
  await visitor.reloads();
  await visitor.opensCart();
  await visitor.seesInCart([listing.name], listing.price);
  // Checkout still works.
  await visitor.checksOut();
  await visitor.payment.seesHold();
});

test('Events of the window open, fill and empty the cart', { tag: '@any-size' }, async ({ visitor, adminApi }) => {
  const listing = await adminApi.addsListing('By Event');
  const dispatch = (name: string, detail: unknown = null) =>
    visitor.page.evaluate(([type, given]) => void window.dispatchEvent(new CustomEvent(type, { detail: given })), [
      name,
      detail,
    ] as const);
  await visitor.opensHome();
  await dispatch('addToCartAndShow', listing);
  await visitor.seesInCart([listing.name], listing.price);
  await visitor.closesCart();
  await dispatch('openCart');
  await visitor.seesInCart([listing.name], listing.price);
  await dispatch('removeFromCart', listing.id);
  await expect(visitor.cart).toContainText('Your cart is empty');
  await dispatch('addToCartAndShow', listing);
  await visitor.seesInCart([listing.name], listing.price);
  await dispatch('paymentSuccess');
  await expect(visitor.cart).toContainText('Your cart is empty');
});

test('The floating cart button appears with the pointer at the right edge and after a change, but not on touch devices', async ({
  visitor,
  adminApi,
}) => {
  const listing = await adminApi.addsListing('Floating');
  await visitor.opensHome();
  // The header has a cart button too; this is the floating one.
  const floating = visitor.page.getByRole('button', { name: /^Open cart/ }).nth(1);
  const { width, height } = visitor.page.viewportSize() ?? { width: 0, height: 0 };
  const movesPointerTo = (shareOfWidth: number) => visitor.page.mouse.move(width * shareOfWidth, height / 2);

  await movesPointerTo(0.5);
  await expect(floating).toBeHidden();
  await movesPointerTo(0.84);
  await expect(floating).toBeHidden();
  await movesPointerTo(0.86);
  await expect(floating).toBeVisible({ visible: !visitor.isOnPhone });
  await movesPointerTo(0.5);
  await expect(floating).toBeHidden();

  await visitor.card(listing.name).getByRole('button', { name: 'Add to Cart' }).click();
  await visitor.closesCart();
  await movesPointerTo(0.5);
  await expect(floating).toBeHidden();
  if (visitor.isOnPhone) return;
  const button = visitor.page.getByRole('button', { name: /^Open cart/, includeHidden: true }).nth(1);
  const shownFor = await button.evaluate(millisecondsShownAfterRemoval, listing.id);
  expect(shownFor).toBeGreaterThan(1_900);
  expect(shownFor).toBeLessThan(5_000);
  await expect(floating).toBeHidden();
});

/**
 * Removes the piece from the cart and measures how long the button is shown then. Runs in the page: on a slow machine a click of the test
 * can take longer than the two seconds for which the button is shown.
 */
function millisecondsShownAfterRemoval(button: Element, listingId: string): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  let shownAt: number | null = null;
  const observer = new MutationObserver(() => {
    if (button.hasAttribute('data-shown')) shownAt ??= performance.now();
    else if (shownAt !== null) resolve(performance.now() - shownAt);
  });
  observer.observe(button, { attributes: true, attributeFilter: ['data-shown'] });
  window.dispatchEvent(new CustomEvent('removeFromCart', { detail: listingId }));
  return promise;
}

test('A cart that cannot be loaded is not shown as empty', { tag: '@any-size' }, async ({ visitor, adminApi }) => {
  const { page } = visitor;
  const main = page.getByRole('main');
  const listing = await adminApi.addsListing('Kept on the Server');
  const customer = await adminApi.addsCustomer('Patient');
  await adminApi.putsInCart(customer, listing);
  visitor.expectsFailure('/api/cart', 500);
  await page.route('**/api/cart', (route) => route.fulfill({ status: 500 }));
  await visitor.startsSignedInAs(customer);
  await visitor.opens('/cart');
  await expect(main.getByRole('alert')).toContainText('Failed to fetch cart');
  await expect(main).not.toContainText('Your cart is empty');
  await page.unroute('**/api/cart');
  await main.getByRole('button', { name: 'Try Again' }).click();
  await expect(main.getByRole('link', { name: listing.name })).toBeVisible();
});
