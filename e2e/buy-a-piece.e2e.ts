import { expect } from '@playwright/test';
import type { Listing } from '#contract/catalog.ts';
import { card, delivery } from './payment.ts';
import { readPdfText } from './pdf-text.ts';
import { emailFor } from './shopkeeper.ts';
import type { Shopper } from './shopper.ts';
import { test } from './test.ts';

test('A newcomer sorts the wall, each key both ways', async ({ shopper, shopkeeper }) => {
  const pieces = await shopkeeper.pieces();
  const byName = pieces.map(({ name }) => name).sort(new Intl.Collator('en').compare);
  const byDate = pieces.toSorted(ascending(({ date_created }) => Date.parse(date_created)));
  const byPrice = pieces.toSorted(ascending(({ price }) => price));
  const pricesOf = (sorted: Listing[]) => sorted.map(({ price }) => price);

  await shopper.opensHome();
  await shopper.seesPiecesInOrder(byDate.map(({ name }) => name).reverse());
  await shopper.sortsBy('Date');
  await shopper.seesPiecesInOrder(byDate.map(({ name }) => name));
  await shopper.sortsBy('Name');
  await shopper.seesPiecesInOrder(byName);
  await shopper.sortsBy('Name');
  await shopper.seesPiecesInOrder(byName.toReversed());
  await shopper.sortsBy('Price');
  await expect.poll(() => pricesOnTheWall(shopper, pieces)).toEqual(pricesOf(byPrice));
  await shopper.sortsBy('Price');
  await expect.poll(() => pricesOnTheWall(shopper, pieces)).toEqual(pricesOf(byPrice).reverse());

  await shopper.reloads();
  await expect.poll(() => pricesOnTheWall(shopper, pieces)).toEqual(pricesOf(byPrice).reverse());
});

test('A newcomer buys a piece and holds the invoice', async ({ shopper, shopkeeper, anotherShopper }) => {
  const piece = await shopkeeper.hangsPiece('Trăng sông Hồng', { price: 3210.5, artist: 'Lê Vân Khê' });
  const account = { name: 'Hoa Nguyễn Thị', email: emailFor(shopkeeper.unique('hoa')), password: 'giấy bạc' };
  const bystander = await anotherShopper();
  await bystander.opensHome();
  await expect(bystander.card(piece.name)).toContainText('Unique');

  await test.step('finds it and puts it in the cart as a guest', async () => {
    await shopper.opensHome();
    await shopper.opensPiece(piece.name);
    await shopper.addsToCart();
    await shopper.seesInCart([piece.name], piece.price);
  });

  await test.step('is not known yet, and registers on the way to payment', async () => {
    shopper.willBeRefused('/api/auth', 404);
    await shopper.cart.getByRole('button', { name: 'Sign In to Checkout' }).click();
    await shopper.entersSignIn(account);
    await expect(shopper.signInDialog).toContainText('User not found. Please create an account below.');
    await shopper.seesHeading('Create Account');
    await shopper.entersRegistration({ name: account.name });
  });

  await test.step('pays by credit card', async () => {
    const { payment } = shopper;
    await shopper.seesHeading('Payment');
    await payment.seesPieces(piece.name);
    await payment.seesHold();
    await payment.entersDelivery();
    await payment.chooses('Credit Card', card);
    await payment.pays(piece.price);
    await payment.seesProcessing();
    await payment.seesSuccess(1);
  });

  await test.step('everybody sees it sold, with and without a reload', async () => {
    await expect(bystander.card(piece.name)).toContainText('SOLD');
    await bystander.opensHome();
    await expect(bystander.card(piece.name)).toContainText('SOLD');
    await shopper.payment.goesBackToCollection();
    await expect(shopper.card(piece.name)).toContainText('SOLD');
    await expect(shopper.card(piece.name).getByRole('button')).toHaveCount(0);
    await shopper.opensCart();
    await expect(shopper.cart).toContainText('Your cart is empty');
    await shopper.closesCart();
  });

  await test.step('finds the order with its invoice', async () => {
    await shopper.opensAccount('Hoa Nguyễn');
    const order = shopper.page.getByRole('article', { name: /^Order / });
    await expect(order).toContainText(piece.name);
    await expect(order).toContainText('Paid');
    await expect(order).toContainText('$3,210.50');
    const title = await order.getByRole('heading').textContent();
    const orderId = title?.replace('Order ', '') ?? '';

    const expected = [
      orderId,
      piece.name,
      '$3,210.50',
      account.name,
      '12 Lacquer Lane',
      'Fitzroy VIC 3065',
      'credit card',
    ];
    const opened = await openInvoice(shopper);
    for (const words of expected) expect(opened).toContain(words);
    const { filename, text } = await shopper.account.downloadsInvoice(order);
    expect(filename).toBe(`invoice-order-${orderId}.pdf`);
    for (const words of [...expected, delivery['First name'], delivery.Phone]) expect(text).toContain(words);
  });
});

const ascending = (key: (piece: Listing) => number) => (one: Listing, other: Listing) => key(one) - key(other);

/** Equal prices may stand in any order, so prices are compared, not names. */
async function pricesOnTheWall(shopper: Shopper, pieces: readonly Listing[]): Promise<(number | undefined)[]> {
  const names = await shopper.page.getByRole('listitem').getByRole('heading', { level: 3 }).allTextContents();
  return names.map((shown) => pieces.find(({ name }) => name === shown)?.price);
}

async function openInvoice({ page }: Shopper): Promise<string> {
  let file: Buffer | undefined;
  await page.route(/\/invoice$/, async (route) => {
    const response = await route.fetch();
    expect(response.headers()['content-type']).toBe('application/pdf');
    file = await response.body();
    await route.fulfill({ response });
  });
  const opening = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Open Invoice' }).click();
  const tab = await opening;
  await tab.waitForURL(/^blob:/);
  await tab.close();
  return readPdfText(file ?? Buffer.of());
}
