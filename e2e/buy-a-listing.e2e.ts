import { expect } from '@playwright/test';
import type { Listing } from '#contract/catalog.ts';
import { emailFor } from './admin-api.ts';
import { card, delivery } from './payment.ts';
import { readPdfText } from './pdf-text.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

test('A visitor sorts the collection by each key in both directions', { tag: '@any-size' }, async ({
  visitor,
  adminApi,
}) => {
  const pieces = await adminApi.listings();
  const byName = pieces.map(({ name }) => name).sort(new Intl.Collator('en').compare);
  const byDate = pieces.toSorted(ascending(({ date_created }) => Date.parse(date_created)));
  const byPrice = pieces.toSorted(ascending(({ price }) => price));
  const pricesOf = (sorted: Listing[]) => sorted.map(({ price }) => price);

  await visitor.opensHome();
  await visitor.seesCollection(byDate.map(({ name }) => name).reverse());
  await visitor.sortsBy('Date');
  await visitor.seesCollection(byDate.map(({ name }) => name));
  await visitor.sortsBy('Name');
  await visitor.seesCollection(byName);
  await visitor.sortsBy('Name');
  await visitor.seesCollection(byName.toReversed());
  await visitor.sortsBy('Price');
  await expect.poll(() => shownPrices(visitor, pieces)).toEqual(pricesOf(byPrice));
  await visitor.sortsBy('Price');
  await expect.poll(() => shownPrices(visitor, pieces)).toEqual(pricesOf(byPrice).reverse());

  await visitor.reloads();
  await expect.poll(() => shownPrices(visitor, pieces)).toEqual(pricesOf(byPrice).reverse());
});

test('A new customer buys a piece and downloads the invoice', async ({ visitor, adminApi, anotherVisitor }) => {
  const listing = await adminApi.addsListing('Trăng sông Hồng', { price: 3210.5, artist: 'Lê Vân Khê' });
  const account = { name: 'Hoa Nguyễn Thị', email: emailFor(adminApi.unique('hoa')), password: 'giấy bạc' };
  const observer = await anotherVisitor();
  await observer.opensHome();
  await expect(observer.card(listing.name)).toContainText('Unique');

  await test.step('a guest finds the piece and adds it to the cart', async () => {
    await visitor.opensHome();
    await visitor.opensListing(listing.name);
    await visitor.addsToCart();
    await visitor.seesInCart([listing.name], listing.price);
  });

  await test.step('an unknown guest registers before the payment', async () => {
    visitor.expectsFailure('/api/auth', 404);
    await visitor.cart.getByRole('button', { name: 'Sign In to Checkout' }).click();
    await visitor.entersSignIn(account);
    await expect(visitor.signInDialog).toContainText('User not found. Please create an account below.');
    await visitor.seesHeading('Create Account');
    await visitor.entersRegistration({ name: account.name });
  });

  await test.step('the customer pays by credit card', async () => {
    const { payment } = visitor;
    await visitor.seesHeading('Payment');
    await payment.seesPieces(listing.name);
    await payment.seesHold();
    await payment.entersDelivery();
    await payment.chooses('Credit Card', card);
    await payment.pays(listing.price);
    await payment.seesProcessing();
    await payment.seesSuccess(1);
  });

  await test.step('everybody sees the piece as sold, with and without a reload', async () => {
    await expect(observer.card(listing.name)).toContainText('SOLD');
    await observer.opensHome();
    await expect(observer.card(listing.name)).toContainText('SOLD');
    await visitor.payment.goesBackToCollection();
    await expect(visitor.card(listing.name)).toContainText('SOLD');
    await expect(visitor.card(listing.name).getByRole('button')).toHaveCount(0);
    await visitor.opensCart();
    await expect(visitor.cart).toContainText('Your cart is empty');
    await visitor.closesCart();
  });

  await test.step('the customer finds the order with its invoice', async () => {
    await visitor.opensAccount('Hoa Nguyễn');
    const order = visitor.page.getByRole('article', { name: /^Order / });
    await expect(order).toContainText(listing.name);
    await expect(order).toContainText('Paid');
    await expect(order).toContainText('$3,210.50');
    const title = await order.getByRole('heading').textContent();
    const orderId = title?.replace('Order ', '') ?? '';

    const expected = [
      orderId,
      listing.name,
      '$3,210.50',
      account.name,
      '12 Lacquer Lane',
      'Fitzroy VIC 3065',
      'credit card',
    ];
    const opened = await openInvoice(visitor);
    for (const words of expected) expect(opened).toContain(words);
    const { filename, text } = await visitor.account.downloadsInvoice(order);
    expect(filename).toBe(`invoice-order-${orderId}.pdf`);
    for (const words of [...expected, delivery['First name'], delivery.Phone]) expect(text).toContain(words);
  });
});

const ascending = (key: (listing: Listing) => number) => (one: Listing, other: Listing) => key(one) - key(other);

/** The prices in the order of the shown pieces. Names cannot be compared, because pieces with equal prices may be in any order. */
async function shownPrices(visitor: Visitor, pieces: readonly Listing[]): Promise<(number | undefined)[]> {
  const names = await visitor.page.getByRole('listitem').getByRole('heading', { level: 3 }).allTextContents();
  return names.map((shown) => pieces.find(({ name }) => name === shown)?.price);
}

async function openInvoice({ page }: Visitor): Promise<string> {
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
  // A browser without a viewer for PDF files saves the file instead.
  await Promise.any([tab.waitForURL(/^blob:/), tab.waitForEvent('download')]);
  await tab.close();
  return readPdfText(file ?? Buffer.of());
}
