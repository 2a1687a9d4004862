import { expect } from '@playwright/test';
import type { Listing } from '#contract/catalog.ts';
import type { AdminApi, Customer } from './admin-api.ts';
import { card, delivery } from './payment.ts';
import { test } from './test.ts';
import type { Visitor } from './visitor.ts';

test('A customer pays by PayPal and by bank transfer', async ({ visitor, adminApi }) => {
  const [first, second] = [await adminApi.addsListing('Paid by PayPal'), await adminApi.addsListing('Paid by Bank')];
  const customer = await adminApi.addsCustomer('Petra');
  const { payment } = visitor;
  await visitor.startsSignedInAs(customer);
  await visitor.opensHome();

  await goesToPayment(visitor, first);
  await payment.entersDelivery();
  await payment.chooses('PayPal', { 'PayPal email': 'petra@paypal.example' });
  await payment.pays(first.price);
  await payment.seesSuccess(1);
  await payment.goesBackToCollection();

  await goesToPayment(visitor, second);
  await payment.entersDelivery();
  await payment.chooses('Bank Transfer', { 'Account name': 'Petra', BSB: '123-456', 'Account number': '1234 5678' });
  await payment.pays(second.price);
  await payment.seesSuccess(1);

  await visitor.opensAccount('Petra');
  const orders = visitor.page.getByRole('article', { name: /^Order / });
  await expect(orders).toHaveCount(2);
  await visitor.page.getByRole('link', { name: 'Order Details' }).first().click();
  await expect(orders.first()).toContainText('Bank transfer');
});

test('All fields of the chosen method are required, and each missing one is named', async ({ visitor, adminApi }) => {
  const listing = await adminApi.addsListing('Required Fields');
  const { payment } = visitor;
  await arrivesAtPayment(visitor, adminApi, listing);
  await payment.entersDelivery({ 'First name': '', 'Last name': '', Email: '' });
  await payment.pays(listing.price);

  const always = ['First name', 'Last name', 'Email', 'Phone', 'Address', 'City', 'Postcode'];
  await seesMissing(visitor, ['Card number', 'Name on card', 'Expiry', 'CVV', ...always]);
  await expect(payment.field('Card number')).toBeFocused();
  await expect(payment.field('Expiry')).toHaveAttribute('placeholder', 'MM/YY');
  await payment.field('Card number').pressSequentially('4242424242424242');
  await expect(payment.field('Card number')).toHaveValue('4242 4242 4242 4242');

  await visitor.page.getByRole('radio', { name: 'PayPal' }).check();
  await payment.pays(listing.price);
  await seesMissing(visitor, ['PayPal email', ...always]);

  await visitor.page.getByRole('radio', { name: 'Bank Transfer' }).check();
  await payment.pays(listing.price);
  await seesMissing(visitor, ['Account name', 'BSB', 'Account number', ...always]);
  await expect(payment.field('BSB')).toHaveAttribute('placeholder', '123-456');

  // Cancelling ends the hold.
  await visitor.page.getByRole('link', { name: 'Cancel & Back to Collection' }).click();
  await visitor.seesHeading('Collection');
  await expect(visitor.card(listing.name)).toContainText('Unique');
});

test('A failed payment can be tried again', async ({ visitor, adminApi }) => {
  const listing = await adminApi.addsListing('Second Attempt');
  const { payment } = visitor;
  await arrivesAtPayment(visitor, adminApi, listing);
  await payment.entersDelivery();
  await payment.chooses('Credit Card', card);

  visitor.expectsFailure('/api/orders/confirm-payment', 0);
  await visitor.page.route('**/api/orders/confirm-payment', (route) => route.abort('connectionfailed'));
  await payment.pays(listing.price);
  await expect(payment.failure).toBeVisible();
  await expect(payment.payButton(listing.price)).toBeEnabled();
  // The failure is beside the button, which still has the focus.
  await expect(payment.failure).toBeInViewport({ ratio: 1 });
  await expect(payment.payButton(listing.price)).toBeInViewport({ ratio: 1 });
  await expect(payment.payButton(listing.price)).toBeFocused();

  await visitor.page.unroute('**/api/orders/confirm-payment');
  await payment.pays(listing.price);
  await expect(payment.failure).toBeHidden();
  await payment.seesSuccess(1);
});

test('On a phone a failed payment is shown beside the Pay button', async ({ visitor, adminApi }) => {
  const { page, payment } = visitor;
  await page.setViewportSize({ width: 390, height: 844 });
  const listing = await adminApi.addsListing('Failing on a Phone');
  await arrivesAtPayment(visitor, adminApi, listing);
  await payment.entersDelivery();
  await payment.chooses('Credit Card', card);
  visitor.expectsFailure('/api/orders/checkout', 503);
  await page.route('**/api/orders/checkout', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'The shop is busy. Please try again.' } }),
  );
  await payment.pays(listing.price);
  await expect(payment.failure).toBeInViewport({ ratio: 1 });
  await expect(payment.failure).toContainText('The shop is busy. Please try again.');
  await expect(payment.payButton(listing.price)).toBeInViewport({ ratio: 1 });
});

test('A delivery field that the server refuses is marked and gets the focus', async ({ visitor, adminApi }) => {
  const { payment } = visitor;
  const listing = await adminApi.addsListing('Refused Delivery');
  await arrivesAtPayment(visitor, adminApi, listing);
  await payment.entersDelivery();
  await payment.chooses('Credit Card', card);
  await payment.field('Phone').fill('0400 123 456 '.repeat(10));
  visitor.expectsFailure('/api/orders/checkout', 400);
  await payment.pays(listing.price);
  await expect(payment.field('Phone')).toBeFocused();
  await expect(payment.field('Phone')).toHaveAccessibleDescription(/\S/);
  await expect(payment.failure).toBeVisible();
});

test('A piece that was sold in the meantime is named, and the rest can be bought', async ({ visitor, adminApi }) => {
  const [lost, kept] = [await adminApi.addsListing('Lost'), await adminApi.addsListing('Kept', { price: 80 })];
  const other = await adminApi.addsCustomer('Quicker Buyer');
  const { payment } = visitor;
  const customer = await adminApi.addsCustomer('Slower Buyer');
  await adminApi.putsInCart(customer, lost);
  await adminApi.putsInCart(customer, kept);
  await visitor.startsSignedInAs(customer);
  await visitor.opensHome();
  await visitor.opensCart();
  await visitor.checksOut();
  await payment.seesHold();
  await payment.entersDelivery();
  await payment.chooses('Credit Card', card);

  await adminApi.releasesHolds(customer);
  await adminApi.sells(lost, other);
  visitor.expectsFailure('/api/orders/checkout', 409);
  await payment.pays(lost.price + kept.price);
  await expect(payment.failure).toBeVisible();
  await expect(payment.summary.getByRole('alert')).toContainText(`'${lost.name}' has been sold`);
  await expect(payment.payButton(lost.price + kept.price)).toBeEnabled();

  await payment.summary.getByRole('button', { name: 'Continue with the rest' }).click();
  await payment.seesPieces(kept.name);
  await payment.seesHold();
  await payment.pays(kept.price);
  await payment.seesSuccess(1);
});

test('The form is filled in for a returning customer', async ({ visitor, adminApi }) => {
  const listing = await adminApi.addsListing('Known Buyer');
  const { payment } = visitor;
  const customer = await adminApi.addsCustomer('Hoa Nguyễn Thị');
  await adminApi.fillsProfile(customer, {
    phone: delivery.Phone,
    deliveryAddress: delivery.Address,
    deliveryCity: delivery.City,
    deliveryState: 'TAS',
    deliveryPostcode: '7000',
    cardNumber: '4242424242424242',
    cardCvc: '123',
    cardExpiry: '11/29',
    cardName: 'Hoa Nguyễn',
  });
  await arrivesAtPayment(visitor, adminApi, listing, customer);

  await expect(visitor.page.getByText('Payment info was auto-filled from your profile.')).toBeVisible();
  const filled = { 'First name': 'Hoa', 'Last name': 'Nguyễn Thị', City: 'Fitzroy', State: 'TAS', Postcode: '7000' };
  for (const [label, value] of Object.entries(filled)) await expect(payment.field(label)).toHaveValue(value);
  await expect(payment.field('Card number')).toHaveValue('•••• •••• •••• 4242');
  await payment.pays(listing.price);
  await payment.seesSuccess(1);
});

test('The note about the profile is shown only above fields that were filled from it', async ({
  visitor,
  adminApi,
  anotherVisitor,
}) => {
  const { page } = visitor;
  const note = page.getByText('Payment info was auto-filled from your profile.');
  const group = (name: string) => page.getByRole('group', { name });
  const [one, two] = [await adminApi.addsListing('Card Known'), await adminApi.addsListing('Address Known')];
  const cardOnly = await adminApi.addsCustomer('Card Only');
  await adminApi.fillsProfile(cardOnly, { cardNumber: '4242424242424242' });
  await arrivesAtPayment(visitor, adminApi, one, cardOnly);
  await expect(group('Payment Method').filter({ has: note })).toBeVisible();
  await page.getByRole('radio', { name: 'PayPal' }).check();
  await expect(note).toBeHidden();
  await page.getByRole('link', { name: 'Cancel & Back to Collection' }).click();

  const addressOnly = await adminApi.addsCustomer('Address Only');
  await adminApi.fillsProfile(addressOnly, { deliveryAddress: delivery.Address, deliveryCity: delivery.City });
  const other = await anotherVisitor();
  await arrivesAtPayment(other, adminApi, two, addressOnly);
  const shown = other.page.getByText('Payment info was auto-filled from your profile.');
  await expect(other.page.getByRole('group', { name: 'Delivery Address' }).filter({ has: shown })).toBeVisible();
  await expect(other.page.getByRole('group', { name: 'Payment Method' }).filter({ has: shown })).toBeHidden();
});

test('A hold that is about to expire can be renewed, and an expired one can be requested again', async ({
  visitor,
  adminApi,
}) => {
  const listing = await adminApi.addsListing('Slow to Pay');
  const { page, payment } = visitor;
  await page.clock.install();
  await arrivesAtPayment(visitor, adminApi, listing);
  await expect(payment.summary.getByRole('button', { name: 'Keep holding' })).toBeHidden();
  await page.clock.fastForward('13:30');
  await expect(payment.summary).toContainText('Do you need more time?');
  await payment.summary.getByRole('button', { name: 'Keep holding' }).click();
  await expect(payment.summary).toContainText('Nobody else can buy these pieces until then.');
  await page.clock.fastForward('15:01');
  await expect(payment.summary).toContainText('The hold has run out');
  await payment.summary.getByRole('button', { name: 'Hold again' }).click();
  await payment.seesHold();
});

test('On a narrow phone “1 item(s).” is not broken over two lines', async ({ visitor, adminApi }) => {
  const listing = await adminApi.addsListing('Narrow Thanks');
  const { page, payment } = visitor;
  await arrivesAtPayment(visitor, adminApi, listing);
  await payment.entersDelivery();
  await payment.chooses('Credit Card', card);
  await payment.pays(listing.price);
  await payment.seesSuccess(1);
  for (const width of [320, 360, 375, 390, 414]) {
    await page.setViewportSize({ width, height: 700 });
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width);
    const lines = await page.getByText('You have successfully purchased').evaluate((sentence) => {
      const range = document.createRange();
      range.selectNodeContents([...sentence.querySelectorAll('span')].at(-1) ?? sentence);
      return { words: range.toString(), lines: new Set([...range.getClientRects()].map(({ top }) => top)).size };
    });
    expect(lines, `${width} px`).toEqual({ words: '1 item(s).', lines: 1 });
  }
});

test('The payment page without pieces leads home without a layout shift', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: [] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) Reflect.get(window, 'shifts').push(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/payment');
  await expect(page.getByRole('heading', { name: 'Lacquer, layered by hand' })).toBeVisible();
  await expect(page).toHaveURL('/');
  const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'));
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.05);
});

/** As a signed-in customer on the home page: opens a listing, adds it to the cart and goes to the payment page. */
async function goesToPayment(visitor: Visitor, listing: Listing): Promise<void> {
  await visitor.opensListing(listing.name);
  await visitor.addsToCart();
  await visitor.checksOut();
  await visitor.payment.seesHold();
}

/** Puts a listing into the cart of a customer by API, signs the customer in and goes to the payment page. */
async function arrivesAtPayment(visitor: Visitor, adminApi: AdminApi, listing: Listing, known?: Customer) {
  const customer = known ?? (await adminApi.addsCustomer('Buyer'));
  await adminApi.putsInCart(customer, listing);
  await visitor.startsSignedInAs(customer);
  await visitor.opensHome();
  await visitor.opensCart();
  await visitor.seesInCart([listing.name], listing.price);
  await visitor.checksOut();
  await visitor.payment.seesHold();
}

/** Checks that exactly these fields are invalid and that the error is their description. */
async function seesMissing({ page, payment }: Visitor, labels: readonly string[]): Promise<void> {
  await expect(page.getByText(/ is required$/)).toHaveCount(labels.length);
  for (const label of labels) {
    await expect(payment.field(label)).toHaveAccessibleDescription(new RegExp(`${label} is required`));
  }
}
