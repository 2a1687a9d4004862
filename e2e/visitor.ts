import { expect, type Locator, type Page } from '@playwright/test';
import { formatPrice } from '#contract/money.ts';
import { Account } from './account.ts';
import type { BrowserErrors } from './browser-errors.ts';
import { Payment } from './payment.ts';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** What the browser stores about the account that is signed in. */
interface StoredAccount {
  token: string;
  name: string;
  email: string;
  isAdmin: boolean;
}

/** A customer who uses the shop in a browser. Finds elements by role and label. */
export class Visitor {
  readonly page: Page;
  readonly payment: Payment;
  readonly account: Account;
  readonly #browserErrors: BrowserErrors;

  constructor(page: Page, browserErrors: BrowserErrors) {
    this.page = page;
    this.payment = new Payment(page);
    this.account = new Account(page);
    this.#browserErrors = browserErrors;
    void page.addInitScript(() => {
      window.addEventListener('page-ready', () => document.documentElement.setAttribute('data-ready', ''));
    });
  }

  // ── Elements

  get cart(): Locator {
    return this.page.getByRole('dialog', { name: 'Your Cart' });
  }

  get signInDialog(): Locator {
    return this.page.getByRole('dialog', { name: /^(Sign In|Create Account)$/ });
  }

  get menu(): Locator {
    return this.page.getByRole('dialog', { name: 'Menu' });
  }

  get header(): Locator {
    return this.page.getByRole('banner');
  }

  card(name: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  cartLine(name: string): Locator {
    return this.cart.getByRole('listitem').filter({ hasText: name });
  }

  /** Whether the window is narrower than 768 px, where the header has a menu button instead of links. */
  get isOnPhone(): boolean {
    return (this.page.viewportSize()?.width ?? 0) < 768;
  }

  // ── Navigation

  /** Allows a failed response that the test causes on purpose. Without this call it would fail the test. */
  expectsFailure(path: string, status: number): void {
    this.#browserErrors.allowResponse(path, status);
  }

  /** Opens a URL and waits until the page has loaded and reacts to clicks. */
  async opens(path: string): Promise<void> {
    await this.page.goto(path);
    await this.hasPage();
  }

  /** Waits until a newly loaded page reacts to clicks. */
  async hasPage(): Promise<void> {
    await this.page.waitForFunction(() => document.documentElement.hasAttribute('data-ready'));
    await expect(this.page.getByRole('status').filter({ hasText: /^Loading/ })).toHaveCount(0);
  }

  async opensHome(): Promise<void> {
    await this.opens('/');
    await this.seesHeading('Lacquer, layered by hand');
  }

  async reloads(): Promise<void> {
    await this.page.reload();
    await this.hasPage();
  }

  /** Follows Home, Collection, About or Contact in the header or in the menu. */
  async goesTo(place: string): Promise<void> {
    if (this.isOnPhone) await this.opensMenu();
    const navigation = (this.isOnPhone ? this.menu : this.header).getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: place, exact: true }).click();
  }

  async opensMenu(): Promise<void> {
    await this.header.getByRole('button', { name: 'Open menu' }).click();
    await expect(this.menu).toBeVisible();
  }

  /** Follows the user's name in the header or in the menu, and opens the tab Order History. */
  async opensAccount(name: string): Promise<void> {
    if (this.isOnPhone) await this.opensMenu();
    await (this.isOnPhone ? this.menu : this.header).getByRole('link', { name }).click();
    await this.page.getByRole('tab', { name: 'Order History' }).click();
    await expect(this.page.getByRole('tab', { name: 'Order History', selected: true })).toBeVisible();
  }

  // ── Collection

  async seesHeading(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name, exact: true })).toBeVisible();
  }

  async sortsBy(field: 'Date' | 'Name' | 'Price'): Promise<void> {
    await this.page
      .getByRole('group', { name: 'Sort the collection' })
      .getByRole('button', { name: new RegExp(`^${field}`) })
      .click();
  }

  async seesCollection(names: readonly string[]): Promise<void> {
    await expect(this.page.getByRole('listitem').getByRole('heading', { level: 3 })).toHaveText(names);
  }

  async opensListing(name: string): Promise<void> {
    await this.card(name).getByRole('link', { name, exact: true }).click();
    await this.seesListing(name);
  }

  /** Checks that the page of a piece is open. The card of a piece has the same heading, at another level. */
  async seesListing(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  }

  // ── Cart

  /** Adds the piece to the cart on its page. */
  async addsToCart(): Promise<void> {
    await this.page.getByRole('main').getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await expect(this.cart).toBeVisible();
  }

  async opensCart(): Promise<void> {
    await this.header.getByRole('button', { name: /^Open cart/ }).click();
    await expect(this.cart).toBeVisible();
  }

  async closesCart(): Promise<void> {
    await this.cart.getByRole('button', { name: 'Close cart' }).click();
    await expect(this.cart).toBeHidden();
  }

  async seesInCart(names: readonly string[], total: number): Promise<void> {
    await expect(this.cart.getByRole('listitem').getByRole('link')).toHaveText(names);
    await expect(this.cart).toContainText(`Total${formatPrice(total, 'AUD')}`);
  }

  /** Goes from the open cart of a signed-in customer to the payment page. */
  async checksOut(): Promise<void> {
    await this.cart.getByRole('button', { name: 'Checkout', exact: true }).click();
    await this.seesHeading('Payment');
  }

  // ── Sign-in and sign-out

  async opensSignIn(): Promise<void> {
    if (this.isOnPhone) await this.opensMenu();
    await (this.isOnPhone ? this.menu : this.header).getByRole('button', { name: 'Sign in' }).click();
    await expect(this.signInDialog).toBeVisible();
  }

  /**
   * Stores the session of an account in the browser, for tests that begin signed in. The next page of the shop that the test opens reads
   * the stored session.
   */
  async startsSignedInAs({ token, name, email, isAdmin }: StoredAccount): Promise<void> {
    await this.page.goto('/robots.txt');
    await this.page.evaluate((stored) => Object.assign(localStorage, stored), {
      authToken: token,
      userName: name,
      userEmail: email,
      userIsAdmin: String(isAdmin),
    });
  }

  async signsIn({ email, password }: Pick<NewAccount, 'email' | 'password'>): Promise<void> {
    await this.opensSignIn();
    await this.entersSignIn({ email, password });
    await expect(this.signInDialog).toBeHidden();
  }

  /** Sends the form in the open sign-in dialog. Does not wait for the answer. */
  async entersSignIn({ email, password }: Pick<NewAccount, 'email' | 'password'>): Promise<void> {
    await this.signInDialog.getByLabel('Email').fill(email);
    await this.signInDialog.getByLabel('Password').fill(password);
    await this.signInDialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  }

  /** Sends the form in the open registration dialog with the given values; the other fields stay unchanged. */
  async entersRegistration(account: Partial<NewAccount>): Promise<void> {
    const { name, email, password } = account;
    if (name !== undefined) await this.signInDialog.getByLabel('Name').fill(name);
    if (email !== undefined) await this.signInDialog.getByLabel('Email').fill(email);
    if (password !== undefined) await this.signInDialog.getByLabel('Password').fill(password);
    await this.signInDialog.getByRole('button', { name: 'Create Account', exact: true }).click();
  }

  /** Signs out in the menu of a phone and checks that this leads to the home page. */
  async signsOut(): Promise<void> {
    await this.opensMenu();
    await this.menu.getByRole('button', { name: 'Sign Out' }).click();
    await expect(this.page).toHaveURL('/');
    await this.seesHeading('Lacquer, layered by hand');
  }
}
