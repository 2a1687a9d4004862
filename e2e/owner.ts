import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import { api, apiBase } from '#contract/api.ts';
import { durations } from '#contract/limits.ts';
import type { RunningShop } from './shop.ts';
import { test as base } from './test.ts';
import type { Visitor } from './visitor.ts';

/** The heading of each section of the panel, by its label in the navigation. */
export const sections = {
  Dashboard: 'Dashboard',
  Users: 'Users',
  Products: 'Products',
  Orders: 'Orders',
  Analytics: 'Sales Analytics',
  'Logo Manager': 'Logo Manager',
  Enquiries: 'Enquiries',
  Holds: 'Holds',
  Artists: 'Artists',
  Staff: 'Staff',
  Settings: 'Shop',
  Audit: 'Audit',
} as const;
/** Only a shop with real payments has the section Payments. */
export type SectionName = keyof typeof sections | 'Payments';

export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A person who runs the shop and uses the admin panel. Finds elements by role and label. */
export class Owner {
  readonly visitor: Visitor;
  readonly page: Page;
  readonly #shop: RunningShop;

  constructor(visitor: Visitor, shop: RunningShop) {
    this.visitor = visitor;
    this.page = visitor.page;
    this.#shop = shop;
  }

  // ── Elements

  get main(): Locator {
    return this.page.getByRole('main');
  }

  get navigation(): Locator {
    return this.page.getByRole('navigation', { name: 'Admin' });
  }

  /** The row with a cell of this text: a name, an email address or an id. */
  row(words: string): Locator {
    return this.main.getByRole('row').filter({ has: this.page.getByRole('cell', { name: words }) });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  /** A confirmation dialog. */
  question(name: string): Locator {
    return this.page.getByRole('alertdialog', { name, exact: true });
  }

  // ── Navigation

  /** Opens the panel as the owner, who is already signed in. */
  async opensPanel(path = '/admin'): Promise<void> {
    await this.visitor.startsSignedInAs(await sessionOf(this.#shop));
    await this.opens(path);
  }

  /** Opens a URL of the panel. */
  async opens(path: string): Promise<void> {
    await this.visitor.opens(path);
    await expect(this.main.getByRole('heading', { level: 1 })).toBeVisible();
  }

  /**
   * Opens another page of the panel as its links do, without loading a document: for tests that look at many pages. The path has no
   * language.
   */
  async goesToPage(path: string): Promise<void> {
    await this.page.evaluate((to) => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      // React Router's own name for its router.
      const { __reactRouterDataRouter: router } = window as typeof window & {
        __reactRouterDataRouter: { navigate(to: string): Promise<void> };
      };
      void router.navigate(to);
    }, path);
    // The focus moves there when the page is shown.
    await expect(this.main).toBeFocused();
    await expect(this.main).not.toHaveAttribute('aria-busy', 'true');
    await expect(this.main.getByRole('heading', { level: 1 })).toBeVisible();
  }

  async goesTo(section: SectionName): Promise<void> {
    await this.navigation.getByRole('link', { name: new RegExp(`^${section}`) }).click();
    await this.seesSection(section);
  }

  async seesSection(section: SectionName): Promise<void> {
    const name = section === 'Payments' ? section : sections[section];
    await expect(this.main.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
    await expect(this.navigation.locator('[aria-current=page]')).toHaveText(new RegExp(`^${section}`));
    await expect(this.main).not.toHaveAttribute('aria-busy', 'true');
  }

  // ── Tables

  /** Types the search text and waits until it is in the URL. */
  async searches(section: SectionName, words: string): Promise<void> {
    await this.main.getByRole('searchbox', { name: `Search ${section.toLowerCase()}` }).fill(words);
    await expect(this.page).toHaveURL((url) => url.searchParams.get('q') === words);
    await expect(this.main).not.toHaveAttribute('aria-busy', 'true');
  }

  /** The number of rows that a table shows, for example 1204 for "1,204 pieces". */
  async readsCount(noun: string): Promise<number> {
    const text = await this.main
      .getByRole('status')
      .filter({ hasText: new RegExp(`^[\\d,]+ ${noun}`) })
      .innerText();
    return Number.parseInt(text.replaceAll(',', ''), 10);
  }

  async exportsTable(): Promise<{ filename: string; text: string }> {
    const downloading = this.page.waitForEvent('download');
    await this.main.getByRole('button', { name: 'Export CSV' }).click();
    const download = await downloading;
    return { filename: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }

  // ── Messages

  async seesMessage(text: string): Promise<void> {
    await expect(this.page.getByRole('status').getByText(text, { exact: true }).first()).toBeVisible();
  }

  /** Checks the newest audit entry of this action about this subject, which is the first one. */
  async findsInAudit(action: string, subject: string, change: string | RegExp): Promise<void> {
    await this.goesTo('Audit');
    const row = this.main
      .getByRole('row')
      .filter({ has: this.page.getByRole('cell', { name: action, exact: true }) })
      .filter({ has: this.page.getByRole('cell', { name: subject, exact: true }) });
    await expect(row.first()).toContainText(change);
    await expect(row.first()).toContainText('Admin');
  }

  // ── Orders

  /** Opens the dialog from the row of the order and sets the status there. */
  async setsStatus(orderId: string, status: string): Promise<void> {
    await this.row(orderId).getByRole('button', { name: 'Update Status' }).click();
    await this.choosesStatus(status);
  }

  /** Sets the status in the open dialog. */
  async choosesStatus(status: string): Promise<void> {
    await this.dialog('Update Status').getByLabel('Status').selectOption({ label: status });
    await this.dialog('Update Status').getByRole('button', { name: 'Update Status' }).click();
  }

  // ── Pictures

  get productForm(): Locator {
    return this.page.getByRole('dialog', { name: /^(Add New|Edit) Product$/ });
  }

  /** Chooses pictures in the open form. Does not wait for the uploads. */
  async uploadsPictures(...files: ChosenFile[]): Promise<void> {
    await this.productForm.getByLabel('Upload images', { exact: true }).setInputFiles(files);
  }

  async uploadsLogo(file: ChosenFile): Promise<void> {
    await this.main.getByLabel('Logo', { exact: true }).setInputFiles(file);
  }

  /** Uploads a logo by API, without the page. Returns its path, or why it was refused. */
  async sendsLogo(bytes: Uint8Array<ArrayBuffer>): Promise<{ logoUrl: string } | { status: number; message: string }> {
    const form = new FormData();
    form.append('logo', new Blob([bytes], { type: 'image/svg+xml' }), 'logo.svg');
    const response = await fetch(`${this.#shop.address}${apiBase}${api.uploadLogo.path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${(await sessionOf(this.#shop)).token}` },
      body: form,
    });
    // The reply of uploadLogo in contract/media.ts.
    const reply = (await response.json()) as { logoUrl: string; message: string };
    return response.ok ? reply : { status: response.status, message: reply.message };
  }
}

export const test = base.extend<{ owner: Owner }>({
  owner: async ({ visitor, shop }, use) => use(new Owner(visitor, shop)),
});

interface OwnerSession {
  token: string;
  name: string;
  email: string;
  isAdmin: boolean;
}

const sessions = new Map<string, { begun: number; session: Promise<OwnerSession> }>();

/** Returns one session for all tests of a shop, renewed before it would have to be confirmed with the password. */
function sessionOf(shop: RunningShop): Promise<OwnerSession> {
  const known = sessions.get(shop.address);
  if (known && known.begun + durations.confirmation / 2 > Date.now()) return known.session;
  const session = signIn(shop);
  sessions.set(shop.address, { begun: Date.now(), session });
  return session;
}

async function signIn(shop: RunningShop): Promise<OwnerSession> {
  const response = await fetch(`${shop.address}${apiBase}/auth`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ mode: 'signin', ...shop.admin }),
  });
  if (!response.ok) throw new Error(`The owner cannot sign in: ${response.status}`);
  // The reply of authenticate in contract/accounts.ts.
  return (await response.json()) as OwnerSession;
}
