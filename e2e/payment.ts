import { expect, type Locator, type Page } from '@playwright/test';
import { formatPrice } from '#contract/money.ts';

/** The labels of the fields of each payment method. */
export interface MethodFields {
  'Credit Card': { 'Card number': string; 'Name on card': string; Expiry: string; CVV: string };
  PayPal: { 'PayPal email': string };
  'Bank Transfer': { 'Account name': string; BSB: string; 'Account number': string };
}

export const card: MethodFields['Credit Card'] = {
  'Card number': '4242 4242 4242 4242',
  'Name on card': 'Hoa Nguyễn',
  Expiry: '11/29',
  CVV: '123',
};

/** The text fields of the delivery form. The state is a select. */
export const delivery = {
  'First name': 'Hoa',
  'Last name': 'Nguyễn Thị',
  Email: 'hoa@example.com',
  Phone: '0400 123 456',
  Address: '12 Lacquer Lane',
  City: 'Fitzroy',
  Postcode: '3065',
};

/** The payment page, with what a customer does there. */
export class Payment {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  get summary(): Locator {
    return this.#page.getByRole('complementary', { name: 'Order summary' });
  }

  get failure(): Locator {
    return this.#page.getByRole('alert').filter({ hasText: 'Payment failed. Please try again.' });
  }

  field(label: string): Locator {
    return this.#page.getByRole('main').getByLabel(label, { exact: true });
  }

  payButton(total: number): Locator {
    return this.#page.getByRole('button', { name: `Pay ${formatPrice(total, 'AUD')}`, exact: true });
  }

  /** Checks that the summary says for how long the pieces are held, for example "Held for you until 3:42 pm". */
  async seesHold(): Promise<void> {
    await expect(this.summary.getByText(/^Held for you until \d{1,2}:\d{2}/)).toBeVisible();
  }

  async seesPieces(...names: readonly string[]): Promise<void> {
    await expect(this.summary.getByRole('listitem').getByRole('link')).toHaveText(names);
  }

  async entersDelivery(fields: Partial<typeof delivery> = delivery, state = 'VIC'): Promise<void> {
    // Waits for the values of the profile, which would overwrite what is typed.
    await expect(this.field('Email')).not.toHaveValue('');
    for (const [label, value] of Object.entries(fields)) await this.field(label).fill(value);
    await this.field('State').selectOption(state);
  }

  async chooses<Method extends keyof MethodFields>(method: Method, fields: MethodFields[Method]): Promise<void> {
    await this.#page.getByRole('radio', { name: method }).check();
    for (const [label, value] of Object.entries(fields)) await this.field(label).fill(value);
  }

  /** Clicks the button with this total in dollars. Does not wait for the payment. */
  async pays(total: number): Promise<void> {
    await this.payButton(total).click();
  }

  async seesProcessing(): Promise<void> {
    await expect(this.#page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  }

  async seesSuccess(count: number): Promise<void> {
    await expect(this.#page.getByRole('heading', { name: 'Payment Successful', exact: true })).toBeVisible();
    await expect(this.#page.getByText('Thank you for your purchase!')).toBeVisible();
    await expect(this.#page.getByText(`You have successfully purchased ${count} item(s).`)).toBeVisible();
  }

  async goesBackToCollection(): Promise<void> {
    await this.#page.getByRole('main').getByRole('link', { name: 'Back to Collection', exact: true }).click();
  }
}
