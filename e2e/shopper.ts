import { expect, type Locator, type Page } from '@playwright/test';
import { formatDollars } from '#contract/money.ts';
import { Account } from './account.ts';
import { Payment } from './payment.ts';
import type { Watch } from './watch.ts';

export interface NewAccount {
  name: string;
  email: string;
  password: string;
}

/** Somebody in front of the shop: finds everything by its role and its words, as people do. */
export class Shopper {
  readonly page: Page;
  readonly payment: Payment;
  readonly account: Account;
  readonly #watch: Watch;

  constructor(page: Page, watch: Watch) {
    this.page = page;
    this.payment = new Payment(page);
    this.account = new Account(page);
    this.#watch = watch;
    void page.addInitScript(() => {
      window.addEventListener('page-ready', () => document.documentElement.setAttribute('data-ready', ''));
    });
  }

  // ── What is on the screen

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

  /** A piece on the wall. */
  card(name: string): Locator {
    return this.page.getByRole('listitem').filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  /** A piece in the open cart. */
  cartLine(name: string): Locator {
    return this.cart.getByRole('listitem').filter({ hasText: name });
  }

  /** SPEC.md §9: under 768 px the slide-out menu is used. */
  get isOnPhone(): boolean {
    return (this.page.viewportSize()?.width ?? 0) < 768;
  }

  // ── Coming and going

  /** An answer like this is part of the story: without this word it fails the test. */
  willBeRefused(path: string, status: number): void {
    this.#watch.expect(path, status);
  }

  /** Follows an address, and waits until the page shows what it is for and answers to clicks. */
  async opens(path: string): Promise<void> {
    await this.page.goto(path);
    await this.hasPage();
  }

  /** Waits until a page that is loaded anew shows what it is for and answers to clicks. */
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

  /** Home, Collection, About or Contact, from the bar or from the menu that stands for it. */
  async goesTo(place: string): Promise<void> {
    if (this.isOnPhone) await this.opensMenu();
    const navigation = (this.isOnPhone ? this.menu : this.header).getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: place, exact: true }).click();
  }

  async opensMenu(): Promise<void> {
    await this.header.getByRole('button', { name: 'Open menu' }).click();
    await expect(this.menu).toBeVisible();
  }

  /** By the name in the bar, or in the menu. */
  async opensAccount(name: string): Promise<void> {
    if (this.isOnPhone) await this.opensMenu();
    await (this.isOnPhone ? this.menu : this.header).getByRole('link', { name }).click();
    await this.page.getByRole('tab', { name: 'Order History' }).click();
    await expect(this.page.getByRole('tab', { name: 'Order History', selected: true })).toBeVisible();
  }

  // ── Looking

  async seesHeading(name: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name, exact: true })).toBeVisible();
  }

  async sortsBy(field: 'Date' | 'Name' | 'Price'): Promise<void> {
    await this.page
      .getByRole('group', { name: 'Sort the collection' })
      .getByRole('button', { name: new RegExp(`^${field}`) })
      .click();
  }

  async seesPiecesInOrder(names: readonly string[]): Promise<void> {
    await expect(this.page.getByRole('listitem').getByRole('heading', { level: 3 })).toHaveText(names);
  }

  async opensPiece(name: string): Promise<void> {
    await this.card(name).getByRole('link', { name, exact: true }).click();
    await this.seesHeading(name);
  }

  // ── The cart

  /** On the page of a piece. */
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
    await expect(this.cart).toContainText(`Total${formatDollars(total)}`);
  }

  /** From the open cart of somebody who is signed in. */
  async checksOut(): Promise<void> {
    await this.cart.getByRole('button', { name: 'Checkout', exact: true }).click();
    await this.seesHeading('Payment');
  }

  // ── Signing in and out

  async opensSignIn(): Promise<void> {
    if (this.isOnPhone) await this.opensMenu();
    await (this.isOnPhone ? this.menu : this.header).getByRole('button', { name: 'Sign in' }).click();
    await expect(this.signInDialog).toBeVisible();
  }

  async signsIn({ email, password }: Pick<NewAccount, 'email' | 'password'>): Promise<void> {
    await this.opensSignIn();
    await this.entersSignIn({ email, password });
    await expect(this.signInDialog).toBeHidden();
  }

  /** Into the open dialog. */
  async entersSignIn({ email, password }: Pick<NewAccount, 'email' | 'password'>): Promise<void> {
    await this.signInDialog.getByLabel('Email').fill(email);
    await this.signInDialog.getByLabel('Password').fill(password);
    await this.signInDialog.getByRole('button', { name: 'Sign In', exact: true }).click();
  }

  /** Into the open dialog; what is given is typed, the rest left as it stands. */
  async entersRegistration(account: Partial<NewAccount>): Promise<void> {
    const { name, email, password } = account;
    if (name !== undefined) await this.signInDialog.getByLabel('Name').fill(name);
    if (email !== undefined) await this.signInDialog.getByLabel('Email').fill(email);
    if (password !== undefined) await this.signInDialog.getByLabel('Password').fill(password);
    await this.signInDialog.getByRole('button', { name: 'Create Account', exact: true }).click();
  }

  /** On a phone; leads home. */
  async signsOut(): Promise<void> {
    await this.opensMenu();
    await this.menu.getByRole('button', { name: 'Sign Out' }).click();
    await expect(this.page).toHaveURL('/');
  }
}
