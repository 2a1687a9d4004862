import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { formatPrice } from '#contract/money.ts';
import { type FakeStripe, openFakeStripe } from '#server/testing/stripe/fake-stripe.ts';
import type { Customer } from './admin-api.ts';
import { expectNoViolations } from './axe.ts';
import { Owner } from './owner.ts';
import { delivery } from './payment.ts';
import { photograph } from './pictures.ts';
import { startShop } from './shop.ts';
import { test as base } from './test.ts';
import type { Visitor } from './visitor.ts';

/** Tests with an empty shop that takes payments through a fake of Stripe. */
const test = base.extend<object, { stripe: FakeStripe }>({
  stripe: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures this one depends on.
    async ({}, use) => {
      const stripe = await openFakeStripe();
      await use(stripe);
      await stripe.close();
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ stripe }, use) => {
      const settings = { ...stripe.environment, DEMO: '0', RATE_LIMITS: 'off' };
      const shop = await startShop({ settings, origins: [stripe.apiUrl] });
      stripe.webhooks.to = `${shop.address}/api/payments/stripe/events`;
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test('An owner sets up a shop in less than ten minutes, sells to Hobart, to Paris and over the counter, and hands the accountant a file that agrees', async ({
  visitor,
  anotherVisitor,
  adminApi,
  shop,
  stripe,
}) => {
  test.slow();
  const owner = new Owner(visitor, shop);
  const { main, page, productForm: form } = owner;
  const hand = new Hand(page);
  const save = async () => {
    const bar = main.getByRole('region', { name: 'Unsaved changes' });
    await hand.clicks(bar.getByRole('button', { name: 'Save changes' }));
    await owner.seesMessage('Settings saved');
    // The message may be left from the page before, so the bar is checked too.
    await expect(bar).toBeHidden();
  };
  const opensSetupStep = async (title: string) => {
    await hand.clicks(owner.navigation.getByRole('link', { name: 'Dashboard' }));
    await hand.clicks(main.getByRole('region', { name: 'Set up your shop' }).getByRole('link', { name: title }));
    await expect(main).not.toHaveAttribute('aria-busy', 'true');
  };

  await test.step('signs in and finds what is to do', async () => {
    await visitor.opens('/');
    await hand.clicks(visitor.header.getByRole('button', { name: 'Sign in' }));
    await hand.types(visitor.signInDialog.getByLabel('Email'), shop.admin.email);
    await hand.types(visitor.signInDialog.getByLabel('Password'), shop.admin.password);
    await hand.clicks(visitor.signInDialog.getByRole('button', { name: 'Sign In', exact: true }));
    await expect(visitor.signInDialog).toBeHidden();
    await hand.clicks(visitor.header.getByRole('link', { name: /Admin/ }).first());
    await expect(main.getByRole('region', { name: 'Set up your shop' })).toBeVisible();
  });

  await test.step('says where the shop is', async () => {
    await opensSetupStep('Say where the shop is');
    for (const [label, text] of [
      ['Shop name', 'Sơn Gallery'],
      ['Street', '8 Wharf Lane'],
      ['City', 'Balmain'],
      ['Postcode', '2041'],
      ['Email', 'studio@gallery.example'],
    ] as const)
      await hand.types(main.getByLabel(label), text);
    await hand.chooses(main.getByLabel('State'), 'NSW');
    await save();
  });

  await test.step('registers the shop for GST', async () => {
    await opensSetupStep('Say whether you are registered for GST');
    await hand.clicks(main.getByRole('radio', { name: 'Registered for GST' }));
    await hand.types(main.getByLabel('ABN'), '51824753556');
    await save();
  });

  await test.step('sets prices for Tasmania and for France', async () => {
    await opensSetupStep('Set up delivery or pickup');
    await hand.clicks(main.getByRole('button', { name: 'Start with Australia' }));
    for (const zone of ['East and south of Australia', 'Tasmania', 'Western Australia and the Northern Territory'])
      await hand.types(main.getByLabel(`${zone}, small`), '24');
    await hand.clicks(main.getByRole('button', { name: 'Move Tasmania up' }));
    await hand.clicks(main.getByRole('button', { name: 'Add a zone' }));
    await hand.types(main.getByLabel('Name of the zone'), 'France');
    await hand.types(main.getByRole('searchbox', { name: 'Find a country to add' }), 'France');
    await hand.presses('Enter');
    await hand.types(main.getByLabel('France, small'), '120');
    await save();
  });

  await test.step('takes the first texts about returns, privacy and terms', async () => {
    await opensSetupStep('Write about returns, privacy and terms');
    for (const text of ['Returns', 'Privacy', 'Terms'])
      await hand.clicks(main.getByRole('button', { name: `Write a first text for ${text}` }));
    await save();
  });

  const prices = { Moon: 640, Carp: 900, Pond: 300 };
  await test.step('adds three pieces', async () => {
    await opensSetupStep('Add your first piece');
    for (const [name, price] of Object.entries(prices)) {
      await hand.clicks(main.getByRole('button', { name: 'Add New Product' }));
      await hand.clicks(form.getByLabel('Name *'));
      await owner.uploadsPictures(await photograph(name, '#8d2a1c'));
      await expect(form.getByText('Images uploaded successfully!')).toBeVisible();
      await hand.types(form.getByLabel('Name *'), name);
      await hand.types(form.getByLabel('Price *'), String(price));
      await hand.types(form.getByLabel('Artist', { exact: true }), 'Lê Vân Khê');
      await hand.types(form.getByLabel('Width, cm'), '30');
      await hand.types(form.getByLabel('Height, cm'), '40');
      await hand.clicks(form.getByRole('button', { name: 'Save Product' }));
      await expect(form).toBeHidden();
    }
    await expectNoViolations(page);
  });
  expect(hand.seconds, hand.report()).toBeLessThan(600);

  const orders = await test.step('sells to Hobart and to Paris', async () => {
    const [anna, claire] = [await anotherVisitor(), await anotherVisitor()];
    const hobart = { City: 'Hobart', Postcode: '7000', Country: 'Australia', State: 'TAS' };
    const paris = { City: 'Paris', Postcode: '75002', Country: 'France', State: '' };
    return {
      hobart: await buys(anna, await adminApi.addsCustomer('Anna'), { name: 'Moon', place: hobart, total: 664 }),
      paris: await buys(claire, await adminApi.addsCustomer('Claire'), { name: 'Carp', place: paris, total: 1020 }),
    };
  });

  await test.step('sells over the counter', async () => {
    await owner.opens('/admin/products?q=Pond');
    await main.getByRole('checkbox', { name: 'Select Pond' }).check();
    await main.getByRole('button', { name: 'Record a sale' }).click();
    const dialog = owner.dialog('Record a sale');
    await dialog.getByLabel('Price of Pond').fill('280');
    await dialog.getByLabel('Buyer’s name').fill('Mai of the market');
    await dialog.getByRole('button', { name: /^Record/ }).click();
    await owner.seesMessage('Sale of $280.00 recorded');
  });

  await test.step('ships to Hobart, and refunds half of Paris', async () => {
    await owner.opens(`/admin/orders/${orders.hobart}`);
    await main.getByRole('button', { name: 'Ship', exact: true }).click();
    const ship = owner.dialog(`Ship order ${orders.hobart}`);
    await ship.getByLabel('Tracking number').fill('33AUS0471');
    await ship.getByRole('button', { name: 'Ship and send the email' }).click();
    await expect(main.getByText('Shipped', { exact: true }).first()).toBeVisible();
    await owner.opens(`/admin/orders/${orders.paris}`);
    await main.getByRole('button', { name: 'Refund' }).click();
    const refund = owner.dialog('Refund');
    await refund.getByLabel('Amount').fill('510');
    await refund.getByLabel('Reason').fill('Half of it, as agreed');
    await refund.getByRole('button', { name: 'Refund $510.00' }).click();
    await expect(main.getByText('Part refunded')).toBeVisible();
    await expect.poll(() => stripe.books().reduce((sum, { refunded }) => sum + refunded, 0)).toBe(51_000);
  });

  await test.step('hands the accountant a file that agrees with the processor to the cent', async () => {
    await owner.opens('/admin/settings/tax');
    const downloading = page.waitForEvent('download');
    await main.getByRole('button', { name: 'Download Sales with GST' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    const rows: Record<string, string>[] = parse(text, { bom: true, columns: true });
    const sumOf = (column: string) => rows.reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);
    const taken = stripe.books().reduce((sum, { captured, refunded }) => sum + captured - refunded, 0);
    expect(sumOf('Amount, AUD')).toBe(taken + 28_000);
    // GST is one eleventh of the piece and the delivery to Hobart and of the sale over the counter. The sale to Paris is an export.
    expect(sumOf('GST')).toBe(Math.round(64_000 / 11) + Math.round(2_400 / 11) + Math.round(28_000 / 11));
  });
});

/** Counts the clicks, letters and pages of a person, and the time that a slow person needs for them. */
class Hand {
  readonly #page: Page;
  #clicks = 0;
  #letters = 0;
  readonly #pages = new Set<string>();

  constructor(page: Page) {
    this.#page = page;
  }

  async clicks(target: Locator): Promise<void> {
    this.#clicks += 1;
    await target.click();
    this.#pages.add(this.#page.url());
  }

  async types(target: Locator, text: string): Promise<void> {
    this.#clicks += 1;
    this.#letters += text.length;
    await target.fill(text);
  }

  async chooses(target: Locator, option: string): Promise<void> {
    this.#clicks += 2;
    await target.selectOption(option);
  }

  async presses(key: string): Promise<void> {
    this.#letters += 1;
    await this.#page.keyboard.press(key);
  }

  /** The time that a slow person needs: two seconds for each click, half a second for each letter, ten seconds to read each page. */
  get seconds(): number {
    return 2 * this.#clicks + this.#letters / 2 + 10 * this.#pages.size;
  }

  report(): string {
    return `${this.#clicks} clicks, ${this.#letters} letters, ${this.#pages.size} pages: ${this.seconds} s`;
  }
}

interface Purchase {
  name: string;
  place: { City: string; Postcode: string; Country: string; State: string };
  /** What the buyer pays, in dollars, with the delivery. */
  total: number;
}

/** Buys a piece as a customer does. Returns the order's id. */
async function buys(
  visitor: Visitor,
  customer: Customer,
  { name, place: { Country, State, ...place }, total }: Purchase,
): Promise<string> {
  const { page, payment } = visitor;
  await visitor.startsSignedInAs(customer);
  await visitor.opensHome();
  await visitor.opensListing(name);
  await visitor.addsToCart();
  await visitor.checksOut();
  await expect(payment.field('Email')).not.toHaveValue('');
  await payment.field('Country').selectOption(Country);
  for (const [label, value] of Object.entries({ ...delivery, ...place })) await payment.field(label).fill(value);
  if (State) await payment.field('State').selectOption(State);
  await page.getByRole('button', { name: `Continue to payment ${formatPrice(total, 'AUD')}` }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await payment.seesSuccess(1);
  await visitor.opens('/account');
  const order = page.getByRole('article', { name: /^Order / });
  return (
    ((await order.getAttribute('aria-label')) ?? (await order.innerText())).match(/[A-Z\d]{3,4}-[A-Z\d]{3,4}/)?.[0] ??
    ''
  );
}
