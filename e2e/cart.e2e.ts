import { expect } from '@playwright/test';
import { test } from './test.ts';

test('A guest’s cart survives a reload, and pieces leave it by Remove', async ({ shopper, shopkeeper }) => {
  const [one, two] = [
    await shopkeeper.hangsPiece('Cart One'),
    await shopkeeper.hangsPiece('Cart Two', { price: 80.5 }),
  ];
  await shopper.opensHome();
  await shopper.card(one.name).getByRole('button', { name: 'Add to Cart' }).click();
  await shopper.seesInCart([one.name], one.price);
  await shopper.cart.getByRole('button', { name: 'Continue Shopping' }).click();
  await expect(shopper.cart).toBeHidden();
  await shopper.opensPiece(two.name);
  await shopper.addsToCart();
  await shopper.seesInCart([one.name, two.name], 1330.5);
  await expect(shopper.cartLine(one.name)).toContainText('Test Hangings');

  await shopper.reloads();
  await shopper.page.getByRole('main').getByRole('button', { name: 'Already in Cart' }).click();
  await shopper.seesInCart([one.name, two.name], 1330.5);
  await shopper.cart.getByRole('button', { name: `Remove ${one.name}` }).click();
  await shopper.seesInCart([two.name], two.price);
  await shopper.cart.getByRole('button', { name: `Remove ${two.name}` }).click();
  await expect(shopper.cart).toContainText('Your cart is empty');
  await shopper.cart.getByRole('link', { name: 'Browse Collection' }).click();
  await expect(shopper.cart).toBeHidden();
  await expect(shopper.page).toHaveURL('/#collection');
});

test('Two devices: what the server knows comes first, what only the browser had follows', async ({
  shopper: laptop,
  anotherShopper,
  shopkeeper,
}) => {
  const [known, own] = [await shopkeeper.hangsPiece('Known'), await shopkeeper.hangsPiece('Own', { price: 20 })];
  const customer = await shopkeeper.registersCustomer('Two Devices');

  await laptop.opens(`/product/${known.id}`);
  await laptop.addsToCart();
  await laptop.closesCart();
  await laptop.signsIn(customer);
  await laptop.opensCart();
  await laptop.seesInCart([known.name], known.price);
  await laptop.closesCart();

  const phone = await anotherShopper();
  await phone.opens(`/product/${own.id}`);
  await phone.addsToCart();
  await phone.closesCart();
  await phone.signsIn(customer);
  await phone.opensCart();
  await phone.seesInCart([known.name, own.name], known.price + own.price);

  await laptop.opensCart();
  await laptop.seesInCart([known.name, own.name], known.price + own.price);

  // The cart of the account is kept: gone with the sign-out, back with the sign-in.
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

test('A piece sold meanwhile stays in the cart, marked and out of the total', async ({ shopper, shopkeeper }) => {
  const [sold, free] = [
    await shopkeeper.hangsPiece('Sold Meanwhile'),
    await shopkeeper.hangsPiece('Free', { price: 45 }),
  ];
  const buyer = await shopkeeper.registersCustomer('Somebody');
  await shopper.opens(`/product/${sold.id}`);
  await shopper.addsToCart();
  const hearing = shopper.page.waitForResponse('**/api/events');
  await shopper.opens(`/product/${free.id}`);
  await shopper.addsToCart();
  await hearing;
  await shopper.seesInCart([sold.name, free.name], sold.price + free.price);
  await shopkeeper.sells(sold, buyer);

  // The cart is open meanwhile.
  await shopper.seesInCart([sold.name, free.name], free.price);
  await expect(shopper.cartLine(sold.name)).toContainText('SOLD');
  await shopper.opens('/cart');
  const main = shopper.page.getByRole('main');
  await expect(main.getByRole('listitem').filter({ hasText: sold.name })).toContainText('SOLD');
  await expect(main).toContainText('Total$45.00');
  await main.getByRole('button', { name: `Remove ${sold.name}` }).click();
  await expect(main.getByRole('listitem')).toHaveCount(1);
});

test('The cart page: a guest is asked to sign in and goes on to payment', async ({ shopper, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('By the Cart Page');
  const customer = await shopkeeper.registersCustomer('Cart Page');
  await shopper.opens('/cart');
  const main = shopper.page.getByRole('main');
  await expect(main).toContainText('Your cart is empty');
  await main.getByRole('link', { name: 'Browse Collection' }).click();

  await shopper.opensPiece(piece.name);
  await shopper.addsToCart();
  await shopper.opens('/cart');
  await expect(main.getByRole('listitem')).toContainText(piece.name);
  await expect(main).toContainText('Total$1,250.00');
  await main.getByRole('button', { name: 'Checkout' }).click();
  await shopper.entersSignIn(customer);
  await shopper.seesHeading('Payment');
  await shopper.payment.seesPieces(piece.name);
});

test('A cart that the server does not give falls back to the one in the browser', async ({ shopper, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('Kept in the Browser');
  await shopper.opens(`/product/${piece.id}`);
  await shopper.signsIn(await shopkeeper.registersCustomer('Offline'));
  shopper.willBeRefused('/api/cart', 500);
  shopper.willBeRefused('/api/cart/add', 0);
  await shopper.page.route('**/api/cart', (route) => route.fulfill({ status: 500, json: { success: false } }));
  await shopper.page.route('**/api/cart/add', (route) => route.abort('connectionfailed'));
  await shopper.addsToCart();
  await shopper.seesInCart([piece.name], piece.price);
  await shopper.reloads();
  await shopper.opensCart();
  await shopper.seesInCart([piece.name], piece.price);
  // The way to payment stays open.
  await shopper.checksOut();
  await shopper.payment.seesHold();
});

test('The cart answers to its events', async ({ shopper, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('By Event');
  const dispatch = (name: string, detail: unknown = null) =>
    shopper.page.evaluate(([type, given]) => void window.dispatchEvent(new CustomEvent(type, { detail: given })), [
      name,
      detail,
    ] as const);
  await shopper.opensHome();
  await dispatch('addToCartAndShow', piece);
  await shopper.seesInCart([piece.name], piece.price);
  await shopper.closesCart();
  await dispatch('openCart');
  await shopper.seesInCart([piece.name], piece.price);
  await dispatch('removeFromCart', piece.id);
  await expect(shopper.cart).toContainText('Your cart is empty');
  await dispatch('addToCartAndShow', piece);
  await shopper.seesInCart([piece.name], piece.price);
  await dispatch('paymentSuccess');
  await expect(shopper.cart).toContainText('Your cart is empty');
});

test('The floating cart button: by the pointer, after a change, never on touch', async ({ shopper, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('Floating');
  await shopper.opensHome();
  // The header has one, too: this one stands beside everything.
  const floating = shopper.page.getByRole('button', { name: /^Open cart/ }).nth(1);
  const { width, height } = shopper.page.viewportSize() ?? { width: 0, height: 0 };
  const atThe = (share: number) => shopper.page.mouse.move(width * share, height / 2);

  await atThe(0.5);
  await expect(floating).toBeHidden();
  await atThe(0.84);
  await expect(floating).toBeHidden();
  await atThe(0.86);
  await expect(floating).toBeVisible({ visible: !shopper.isOnPhone });
  await atThe(0.5);
  await expect(floating).toBeHidden();

  await shopper.card(piece.name).getByRole('button', { name: 'Add to Cart' }).click();
  await shopper.closesCart();
  await shopper.opensCart();
  await shopper.cart.getByRole('button', { name: `Remove ${piece.name}` }).click();
  await shopper.closesCart();
  await atThe(0.5);
  // Two seconds after the count changed, and no longer.
  if (!shopper.isOnPhone) await expect(floating).toBeVisible();
  await expect(floating).toBeHidden({ timeout: 3_000 });
});
