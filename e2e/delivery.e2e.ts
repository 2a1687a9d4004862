import { expect } from '@playwright/test';
import type { DeliveryZone } from '#contract/delivery.ts';
import { expectNoViolations } from './axe.ts';
import { card } from './payment.ts';
import { shopFixture } from './shop.ts';
import { test as base } from './test.ts';

/** The test of this file has a shop of its own, because its delivery zones change every checkout. */
const test = base.extend({
  shop: shopFixture({ settings: { RATE_LIMITS: 'off' } }),
});

const zone = (id: string, name: string, country: string, small: number): DeliveryZone => ({
  id,
  name,
  countries: [country],
  states: [],
  postcodes: '',
  rates: { small, medium: null, large: null },
  freeOver: null,
  daysFrom: 3,
  daysTo: 8,
  insured: true,
  note: '',
});

test('A buyer chooses the delivery, reads its price in the total, and pays it', async ({ visitor, adminApi }) => {
  const { page, payment } = visitor;
  const listing = await adminApi.addsListing('Delivered', { price: 100, widthCm: 30 });
  await adminApi.changesDelivery({
    zones: [zone('au', 'Australia', 'AU', 24), zone('fr', 'France', 'FR', 120)],
    pickup: true,
    pickupAddress: '8 Wharf Lane',
  });
  const customer = await adminApi.addsCustomer('Delivered');
  await visitor.startsSignedInAs(customer);
  await visitor.opensHome();
  await visitor.opensListing(listing.name);
  await test.step('the product page and the cart show the price of delivery; without a price, the page links to an enquiry', async () => {
    const product = page.getByRole('main').getByRole('region', { name: /^Delivery/ });
    await expect(product).toHaveAccessibleName('Delivery to Australia');
    await expect(product.getByRole('status')).toContainText('Australia5 to 10 working days, insured$24.00');
    await product.getByRole('button', { name: 'Another place' }).press('Enter');
    await product.getByLabel('Country').selectOption('Japan');
    await expect(product.getByRole('status')).toContainText('We have no price for this place yet.');
    await expectNoViolations(page);
    await product.getByRole('link', { name: 'Ask us' }).click();
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await expect(page.getByLabel('Subject')).toHaveValue('Delivery to Japan');
    await page.getByLabel('Message').fill('What does it cost?');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Your message has been sent.')).toBeVisible();
    const [enquiry] = await adminApi.enquiries();
    const place = { country: 'JP', state: '', postcode: '' };
    expect(enquiry).toMatchObject({ pieces: [{ id: listing.id, name: listing.name }], place });
    await page.goBack();
    await visitor.addsToCart();
    const cart = visitor.cart.getByRole('region', { name: /^Delivery to/ });
    await cart.getByRole('button', { name: 'Another place' }).click();
    await cart.getByLabel('Country').selectOption('France');
    await expect(cart.getByRole('status')).toContainText('France5 to 10 working days, insured$120.00');
    await expectNoViolations(page);
  });
  await visitor.checksOut();
  await visitor.seesHeading('Payment');
  const ways = page.getByRole('radiogroup', { name: 'How your order reaches you' });

  await test.step('another country has another price, and one without a price has only pickup', async () => {
    // The country that was chosen in the cart.
    await expect(page.getByLabel('Country')).toHaveValue('FR');
    await expect(ways.getByRole('radio', { name: /^France/ })).toBeChecked();
    await page.getByLabel('Country').selectOption('Japan');
    await expect(ways.getByRole('radio')).toHaveCount(1);
    await page.getByLabel('Country').selectOption('France');
    await expect(ways.getByRole('radio', { name: /^France/ })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Pay $220.00' })).toBeVisible();
    await expect(page.getByLabel('State')).toHaveValue('');
    await expectNoViolations(page);
  });

  await test.step('in Australia the first way is chosen, and pickup costs nothing', async () => {
    await page.getByLabel('Country').selectOption('Australia');
    await payment.entersDelivery();
    await expect(ways.getByRole('radio', { name: /^Australia 5 to 10 working days, insured/ })).toBeChecked();
    await expect(page.getByRole('button', { name: 'Pay $124.00' })).toBeVisible();
    await ways.getByRole('radio', { name: /^Pickup, 8 Wharf Lane/ }).check();
    await expect(page.getByRole('button', { name: 'Pay $100.00' })).toBeVisible();
    await ways.getByRole('radio', { name: /^Australia/ }).check();
  });

  await test.step('the order shows the delivery and its price', async () => {
    await payment.chooses('Credit Card', card);
    await payment.pays(124);
    await payment.seesSuccess(1);
    await visitor.opensAccount('Delivered');
    const order = page.getByRole('article', { name: /^Order / });
    await expect(order).toContainText('$124.00');
    await order.getByRole('link', { name: 'Order Details' }).click();
    await expect(order).toContainText('Delivery$24.00');
  });
});
