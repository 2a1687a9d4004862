import type { z } from 'zod';
import { type Api, api, apiBase, type EndpointName } from '#contract/api.ts';
import type { Listing, NewListing } from '#contract/catalog.ts';
import type { Box } from '#contract/close-look.ts';
import type { DeliveryZone } from '#contract/delivery.ts';
import type { Enquiry } from '#contract/enquiries.ts';
import type { KeptLight } from '#contract/lights.ts';
import { durations } from '#contract/limits.ts';
import type { Order } from '#contract/orders.ts';
import type { Role } from '#contract/roles.ts';
import type { FieldsOfReply } from '#server/testing/api-client.ts';
import { emailTo } from './mailbox.ts';
import type { RunningShop } from './shop.ts';

type Body<Name extends EndpointName> = Api[Name] extends { readonly body: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never;

interface Request<Name extends EndpointName> {
  token?: string;
  params?: Readonly<Record<string, string>>;
  body?: Body<Name>;
}

/** An account with the token of a session that no browser uses. */
export interface Customer {
  name: string;
  email: string;
  password: string;
  token: string;
  isAdmin: boolean;
}

/** Calls the API to prepare what a test then sees in the browser: listings, customers, orders, holds. */
export class AdminApi {
  readonly #shop: RunningShop;
  #session: { begun: number; token: Promise<string> } | undefined;
  /** Addresses of images of the demo, which the listings that tests add have too. */
  #images: Promise<string[]> | undefined;
  #count = 0;
  /** Ids of the listings to delete. */
  #addedIds: string[] = [];

  constructor(shop: RunningShop) {
    this.#shop = shop;
  }

  /** The email address and the password of the owner of the shop. */
  get signIn() {
    return this.#shop.admin;
  }

  async changesOwnEmail(email: string): Promise<void> {
    const { password: currentPassword } = this.#shop.admin;
    await this.#call('updateProfile', { token: await this.#signedIn(), body: { email, currentPassword } });
  }

  /** A name that no other test of this shop uses. */
  unique(words: string): string {
    this.#count += 1;
    return `${words} ${this.#count}`;
  }

  /** A new listing, the newest in the collection, with images of the demo collection. */
  async addsListing(name: string, details: Partial<NewListing> = {}): Promise<Listing> {
    const token = await this.#signedIn();
    this.#images ??= this.#findImages();
    const images = await this.#images;
    const texts = {
      series: 'Browser Tests',
      artists: 'Lê Vân Khê',
      year: 2026,
      info: `${name}, for the browser tests.`,
    };
    const { product } = await this.#call('addProduct', {
      token,
      body: { name: this.unique(name), price: 1250, images, ...texts, ...details },
    });
    this.#addedIds.push(product.id);
    return product;
  }

  async #findImages(): Promise<string[]> {
    return (await this.listings()).find(({ id }) => id === 'red-river-moon')?.images ?? [];
  }

  /** Deletes the added listings. Those on hold stay. Orders keep their snapshots. */
  async deletesAddedListings(): Promise<void> {
    if (this.#addedIds.length === 0) return;
    const token = await this.#signedIn();
    const calls = this.#addedIds.map((id) => this.#call('deleteProduct', { token, params: { id } }));
    this.#addedIds = [];
    await Promise.allSettled(calls);
  }

  async changesListing(id: string, changes: Body<'updateProduct'>): Promise<void> {
    await this.#call('updateProduct', { token: await this.#signedIn(), params: { id }, body: changes });
  }

  /** Replaces the stored close look: the box of the piece in its first picture, and the described details. */
  async writesCloseLook(
    { id, images: [picture = ''] }: Pick<Listing, 'id' | 'images'>,
    box: Box,
    details: Body<'writeCloseLook'>['details'] = [],
  ): Promise<void> {
    const [token, params] = [await this.#signedIn(), { id }];
    const { version } = (await this.#call('getCloseLook', { token, params })).closeLook;
    await this.#call('writeCloseLook', { token, params, body: { picture, box, details, version } });
  }

  /** Adds a condition report, which is a draft. */
  async beginsConditionReport(listingId: string): Promise<{ id: string }> {
    const token = await this.#signedIn();
    return (await this.#call('addConditionReport', { token, params: { id: listingId }, body: {} })).report;
  }

  /** The photographs of a piece under several lights. */
  async lights(id: string): Promise<KeptLight[]> {
    const token = await this.#signedIn();
    return (await this.#call('getLights', { token, params: { id } })).lights.photographs;
  }

  /** Newest first, without discontinued ones. */
  async listings(): Promise<Listing[]> {
    return (await this.#call('listListings')).listings;
  }

  /** Newest first. */
  async orders(): Promise<Order[]> {
    return (await this.#call('listOrdersAsAdmin', { token: await this.#signedIn() })).orders;
  }

  async artists(): Promise<{ id: string }[]> {
    return (await this.#call('listArtistsAsAdmin', { token: await this.#signedIn() })).artists;
  }

  async series(): Promise<{ id: string }[]> {
    return (await this.#call('listSeriesAsAdmin', { token: await this.#signedIn() })).series;
  }

  async enquiries(): Promise<Enquiry[]> {
    return (await this.#call('listEnquiries', { token: await this.#signedIn() })).enquiries;
  }

  /** Adds the account as an admin does, because one client address may register only 20 times an hour. */
  addsCustomer(name: string): Promise<Customer> {
    return this.#addsUser(name, null);
  }

  addsAdmin(name: string, role: Role = 'owner'): Promise<Customer> {
    return this.#addsUser(name, role);
  }

  async deletesAccount({ token, password }: Customer): Promise<void> {
    await this.#call('deleteOwnAccount', { token, body: { currentPassword: password } });
  }

  async #addsUser(name: string, role: Role | null): Promise<Customer> {
    const email = emailFor(this.unique(name));
    const password = 'a good secret';
    await this.#call('addUser', { token: await this.#signedIn(), body: { name, email, password, role } });
    const { token } = await this.#call('authenticate', { body: { mode: 'signin', email, password } });
    return { name, email, password, token, isAdmin: role !== null };
  }

  async fillsProfile({ token }: Customer, body: Body<'updateProfile'>): Promise<void> {
    await this.#call('updateProfile', { token, body });
  }

  async putsInCart({ token }: Customer, listing: Listing): Promise<void> {
    await this.#call('addToCart', { token, body: { listingId: listing.id } });
  }

  /** Sells listings to the customer: buys them by API as the customer, and returns the paid order. */
  async sells(listing: Listing, { token }: Customer, ...others: readonly Listing[]): Promise<Order> {
    const items = [listing, ...others].map(({ id: listingId, price }) => ({ listingId, price }));
    const { orderDate } = await this.#call('createCheckout', { token, body: { items } });
    const listingIds = items.map(({ listingId }) => listingId);
    return (await this.#call('confirmPayment', { token, body: { orderDate, listingIds } })).order;
  }

  /** Like `sells`, for one listing that the customer collects. */
  async sellsForPickup({ id: listingId, price }: Listing, { token, name, email }: Customer): Promise<Order> {
    const home = { address: '9 Davey St', city: 'Hobart', state: 'TAS', postcode: '7000' };
    const delivery = { firstName: name, lastName: 'Trần', email, phone: '0400 000 000', ...home };
    const items = [{ listingId, price }];
    const body = { items, deliveryOption: 'pickup', delivery };
    const { orderDate } = await this.#call('createCheckout', { token, body });
    return (await this.#call('confirmPayment', { token, body: { orderDate, listingIds: [listingId] } })).order;
  }

  /** Begins to pay for a listing, as the payment page does for a payment at the processor or by bank. */
  async beginsPayment({ id: listingId, price }: Listing, { token }: Customer, paymentMethod: 'credit' | 'transfer') {
    const { orderId } = await this.#call('createCheckout', {
      token,
      body: { items: [{ listingId, price }], paymentMethod },
    });
    const { next } = await this.#call('startPayment', { token, params: { id: orderId } });
    return { orderId, next };
  }

  async changesPaymentSettings(body: Body<'updatePaymentSettings'>): Promise<void> {
    await this.#call('updatePaymentSettings', { token: await this.#signedIn(), body });
  }

  async changesLanguages(body: Body<'updateLanguageSettings'>): Promise<void> {
    await this.#call('updateLanguageSettings', { token: await this.#signedIn(), body });
  }

  async changesDelivery(body: Body<'updateDeliverySettings'>): Promise<void> {
    await this.#call('updateDeliverySettings', { token: await this.#signedIn(), body });
  }

  async changesPolicies(body: Body<'updatePolicySettings'>): Promise<void> {
    await this.#call('updatePolicySettings', { token: await this.#signedIn(), body });
  }

  async changesTax(body: Body<'updateTaxSettings'>): Promise<void> {
    await this.#call('updateTaxSettings', { token: await this.#signedIn(), body });
  }

  async changesAlerts(body: Body<'updateAlertSettings'>): Promise<void> {
    await this.#call('updateAlertSettings', { token: await this.#signedIn(), body });
  }

  async deliveryZones(): Promise<DeliveryZone[]> {
    return (await this.#call('getDeliverySettings', { token: await this.#signedIn() })).settings.zones;
  }

  /** Records money that came by transfer. */
  async receives(orderId: string, amount: number): Promise<void> {
    const body = { amount, method: 'transfer' } as const;
    await this.#call('recordPayment', { token: await this.#signedIn(), params: { id: orderId }, body });
  }

  async cancels({ id }: Order, { token }: Customer): Promise<void> {
    await this.#call('cancelOrder', { token, params: { id } });
  }

  /** Follows the link of the confirmation email, for what only a confirmed address may do. */
  async confirmsEmail({ token, email }: Customer): Promise<void> {
    await this.#call('resendConfirmation', { token });
    const letter = await emailTo(this.#shop, email, 'Confirm your email address');
    const [, linkToken = ''] = /\/confirm-email#([\w-]+)/.exec(letter) ?? [];
    await this.#call('confirmEmail', { body: { token: linkToken } });
  }

  async waitsFor({ id }: Listing, { token }: Customer): Promise<void> {
    await this.#call('joinWaitingList', { token, params: { id } });
  }

  /** Ends every session of the customer, also the one of `token`. */
  async signsOutEverywhere({ token }: Customer): Promise<void> {
    await this.#call('endOtherSessions', { token });
  }

  /** Holds a listing as an open payment page of the customer would. */
  async holds(listing: Listing, { token }: Customer): Promise<void> {
    await this.#call('holdPieces', { token, body: { listingIds: [listing.id] } });
  }

  async releasesHolds({ token }: Customer): Promise<void> {
    await this.#call('releaseHolds', { token });
  }

  #signedIn(): Promise<string> {
    // Renewed before it would have to be confirmed with the password.
    if (!this.#session || this.#session.begun + durations.confirmation / 2 < Date.now())
      this.#session = { begun: Date.now(), token: this.#signIn() };
    return this.#session.token;
  }

  async #signIn(): Promise<string> {
    return (await this.#call('authenticate', { body: { mode: 'signin', ...this.#shop.admin } })).token;
  }

  async #call<Name extends EndpointName>(name: Name, request: Request<Name> = {}): Promise<FieldsOfReply<Name>> {
    const { method, path } = api[name];
    const params = request.params ?? {};
    const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
    const response = await fetch(this.#shop.address + apiBase + filled, {
      method,
      headers: {
        ...(request.token && { Authorization: `Bearer ${request.token}` }),
        ...(request.body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    });
    const reply: unknown = await response.json();
    if (!response.ok) throw new Error(`${method} ${filled} answered ${response.status}: ${JSON.stringify(reply)}`);
    // The server checks every reply against this endpoint's schema.
    return reply as FieldsOfReply<Name>;
  }
}

export function emailFor(name: string): string {
  return `${name.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@example.com`;
}
