import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import { readPdfText } from './pdf-text.ts';

export type AccountTab = 'Order History' | 'Profile Info' | 'Payment Settings' | 'Password & Sessions' | 'Admin Panel';

/** The account page of the shop: its elements, and what a customer does with them. */
export class Account {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  // ── Elements

  get panel(): Locator {
    return this.#page.getByRole('tabpanel');
  }

  tab(name: AccountTab): Locator {
    return this.#page.getByRole('tab', { name, exact: true });
  }

  get orders(): Locator {
    return this.#page.getByRole('article', { name: /^Order / });
  }

  order({ id }: { id: string }): Locator {
    return this.#page.getByRole('article', { name: `Order ${id}`, exact: true });
  }

  /** The open dialog for modifying an order. */
  get editor(): Locator {
    return this.#page.getByRole('dialog', { name: /^Modify Order / });
  }

  /** The confirmation dialog with this title. */
  question(title: string | RegExp): Locator {
    return this.#page.getByRole('alertdialog', { name: title });
  }

  /** A field of the open tab; `among` is the index among fields with the same label. */
  field(label: string, among = 0): Locator {
    return this.panel.getByLabel(label, { exact: true }).nth(among);
  }

  /** The value beside a label in the section with this heading. */
  fact(heading: string, label: string): Locator {
    const part = this.panel.getByRole('heading', { name: heading, exact: true }).locator('..');
    return part.locator('dt', { hasText: label }).locator('+ dd');
  }

  button(name: string): Locator {
    return this.panel.getByRole('button', { name, exact: true });
  }

  // ── Navigation

  async chooses(name: AccountTab): Promise<void> {
    await this.tab(name).click();
    await this.seesTab(name);
  }

  /** Waits until the tab is selected and its content is visible. */
  async seesTab(name: AccountTab): Promise<void> {
    await expect(this.tab(name)).toHaveAttribute('aria-selected', 'true');
    await expect(this.#page.getByRole('tabpanel', { name, exact: true })).toBeVisible();
  }

  async answers(title: string | RegExp, answer: string): Promise<void> {
    await this.question(title).getByRole('button', { name: answer, exact: true }).click();
    await expect(this.question(title)).toBeHidden();
  }

  // ── Messages

  /** Waits until a status message that contains these words is visible. */
  async seesStatus(words: string): Promise<void> {
    await expect(this.#page.getByRole('status').filter({ hasText: words })).toBeVisible();
  }

  /** Waits until an alert that contains these words is visible. */
  async seesAlert(words: string): Promise<void> {
    await expect(this.#page.getByRole('alert').filter({ hasText: words })).toBeVisible();
  }

  // ── Files

  async downloads(button: Locator): Promise<Download> {
    const downloading = this.#page.waitForEvent('download');
    await button.click();
    return downloading;
  }

  /** Downloads an order's invoice and reads its text. */
  async downloadsInvoice(order: Locator): Promise<{ filename: string; text: string }> {
    const download = await this.downloads(order.getByRole('button', { name: 'Download Invoice' }));
    return { filename: download.suggestedFilename(), text: readPdfText(await readFile(await download.path())) };
  }
}
