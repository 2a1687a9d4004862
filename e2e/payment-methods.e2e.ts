import { expect } from '@playwright/test';
import type { Listing } from '#contract/catalog.ts';
import { card, delivery } from './payment.ts';
import type { Customer, Shopkeeper } from './shopkeeper.ts';
import type { Shopper } from './shopper.ts';
import { test } from './test.ts';

test('Paying by PayPal and by bank transfer', async ({ shopper, shopkeeper }) => {
  const [first, second] = [await shopkeeper.hangsPiece('Paid by PayPal'), await shopkeeper.hangsPiece('Paid by Bank')];
  const customer = await shopkeeper.registersCustomer('Petra');
  const { payment } = shopper;
  await shopper.opensHome();
  await shopper.signsIn(customer);

  await goesToPayment(shopper, first);
  await payment.entersDelivery();
  await payment.chooses('PayPal', { 'PayPal email': 'petra@paypal.example' });
  await payment.pays(first.price);
  await payment.seesSuccess(1);
  await payment.goesBackToCollection();

  await goesToPayment(shopper, second);
  await payment.entersDelivery();
  await payment.chooses('Bank Transfer', { 'Account name': 'Petra', BSB: '123-456', 'Account number': '1234 5678' });
  await payment.pays(second.price);
  await payment.seesSuccess(1);

  await shopper.opensAccount('Petra');
  const orders = shopper.page.getByRole('article', { name: /^Order / });
  await expect(orders).toHaveCount(2);
  await shopper.page.getByRole('link', { name: 'Order Details' }).first().click();
  await expect(orders.first()).toContainText('Bank transfer');
});

test('All fields of the chosen method are required, and said by name', async ({ shopper, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('Required Fields');
  const { payment } = shopper;
  await arrivesAtPayment(shopper, shopkeeper, piece);
  await payment.entersDelivery({ 'First name': '', 'Last name': '', Email: '' });
  await payment.pays(piece.price);

  const always = ['First name', 'Last name', 'Email', 'Phone', 'Address', 'City', 'Postcode'];
  await seesMissing(shopper, ['Card number', 'Name on card', 'Expiry', 'CVV', ...always]);
  await expect(payment.field('Card number')).toBeFocused();
  await expect(payment.field('Expiry')).toHaveAttribute('placeholder', 'MM/YY');
  await payment.field('Card number').pressSequentially('4242424242424242');
  await expect(payment.field('Card number')).toHaveValue('4242 4242 4242 4242');

  await shopper.page.getByRole('radio', { name: 'PayPal' }).check();
  await payment.pays(piece.price);
  await seesMissing(shopper, ['PayPal email', ...always]);

  await shopper.page.getByRole('radio', { name: 'Bank Transfer' }).check();
  await payment.pays(piece.price);
  await seesMissing(shopper, ['Account name', 'BSB', 'Account number', ...always]);
  await expect(payment.field('BSB')).toHaveAttribute('placeholder', '123-456');

  // Cancel gives the piece back.
  await shopper.page.getByRole('link', { name: 'Cancel & Back to Collection' }).click();
  await shopper.seesHeading('Collection');
  await expect(shopper.card(piece.name)).toContainText('Unique');
});

test('A payment that does not get through can be tried again', async ({ shopper, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('Second Attempt');
  const { payment } = shopper;
  await arrivesAtPayment(shopper, shopkeeper, piece);
  await payment.entersDelivery();
  await payment.chooses('Credit Card', card);

  shopper.willBeRefused('/api/orders/confirm-payment', 0);
  await shopper.page.route('**/api/orders/confirm-payment', (route) => route.abort('connectionfailed'));
  await payment.pays(piece.price);
  await expect(payment.failure).toBeVisible();
  await expect(payment.payButton(piece.price)).toBeEnabled();

  await shopper.page.unroute('**/api/orders/confirm-payment');
  await payment.pays(piece.price);
  await expect(payment.failure).toBeHidden();
  await payment.seesSuccess(1);
});

test('A piece that was lost on the way is named, and the rest can be bought', async ({ shopper, shopkeeper }) => {
  const [lost, kept] = [await shopkeeper.hangsPiece('Lost'), await shopkeeper.hangsPiece('Kept', { price: 80 })];
  const other = await shopkeeper.registersCustomer('Quicker Buyer');
  const { payment } = shopper;
  await shopper.opensHome();
  const customer = await shopkeeper.registersCustomer('Slower Buyer');
  await shopkeeper.putsInCart(customer, lost);
  await shopkeeper.putsInCart(customer, kept);
  await shopper.signsIn(customer);
  await shopper.opensCart();
  await shopper.checksOut();
  await payment.seesHold();
  await payment.entersDelivery();
  await payment.chooses('Credit Card', card);

  await shopkeeper.releasesHolds(customer);
  await shopkeeper.sells(lost, other);
  shopper.willBeRefused('/api/orders/checkout', 409);
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

test('A returning customer finds the form filled in', async ({ shopper, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('Known Buyer');
  const { payment } = shopper;
  const customer = await shopkeeper.registersCustomer('Hoa Nguyễn Thị');
  await shopkeeper.fillsProfile(customer, {
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
  await arrivesAtPayment(shopper, shopkeeper, piece, customer);

  await expect(shopper.page.getByText('Payment info was auto-filled from your profile.')).toBeVisible();
  const filled = { 'First name': 'Hoa', 'Last name': 'Nguyễn Thị', City: 'Fitzroy', State: 'TAS', Postcode: '7000' };
  for (const [label, value] of Object.entries(filled)) await expect(payment.field(label)).toHaveValue(value);
  await expect(payment.field('Card number')).toHaveValue('•••• •••• •••• 4242');
  await payment.pays(piece.price);
  await payment.seesSuccess(1);
});

test('A hold that comes to its end can be kept, and one that is over taken anew', async ({ shopper, shopkeeper }) => {
  const piece = await shopkeeper.hangsPiece('Slow to Pay');
  const { page, payment } = shopper;
  await page.clock.install();
  await arrivesAtPayment(shopper, shopkeeper, piece);
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

async function goesToPayment(shopper: Shopper, piece: Listing): Promise<void> {
  await shopper.opensPiece(piece.name);
  await shopper.addsToCart();
  await shopper.checksOut();
  await shopper.payment.seesHold();
}

async function arrivesAtPayment(shopper: Shopper, shopkeeper: Shopkeeper, piece: Listing, known?: Customer) {
  const customer = known ?? (await shopkeeper.registersCustomer('Buyer'));
  await shopkeeper.putsInCart(customer, piece);
  await shopper.opensHome();
  await shopper.signsIn(customer);
  await shopper.opensCart();
  await shopper.seesInCart([piece.name], piece.price);
  await shopper.checksOut();
  await shopper.payment.seesHold();
}

/** Exactly these: marked as wrong, with the reason tied to the field. */
async function seesMissing({ page, payment }: Shopper, labels: readonly string[]): Promise<void> {
  await expect(page.getByText(/ is required$/)).toHaveCount(labels.length);
  for (const label of labels) {
    await expect(payment.field(label)).toHaveAccessibleDescription(new RegExp(`${label} is required`));
  }
}
