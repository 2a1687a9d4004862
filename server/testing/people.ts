import type { Listing, NewListing } from '#contract/catalog.ts';
import { isRefusal } from '#contract/errors.ts';
import type { Order } from '#contract/orders.ts';
import type { Role } from '#contract/roles.ts';
import { register } from '#server/features/accounts/sign-in.ts';
import type { Shop } from '#server/shop.ts';
import type { ApiClient } from './api-client.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  token: string;
}

/** Creates people and listings by name. */
export interface People {
  /** Registers a customer, without the limits of registration; the password is `secret1`. */
  customer(name: string): Promise<Person>;
  /** An owner, if no other role is given. */
  admin(name?: string, role?: Role): Promise<Person>;
  /** Adds a listing as an admin; it costs 100 dollars by default. */
  listing(name: string, details?: Partial<NewListing>): Promise<Listing>;
  /** Checks out and confirms the payment; returns the paid order. */
  buy(buyer: Person, ...listings: readonly Listing[]): Promise<Order>;
  /** Like `buy`, for pieces that the buyer collects. The delivery settings must offer pickup. */
  buyForPickup(buyer: Person, ...listings: readonly Listing[]): Promise<Order>;
}

export const password = 'secret1';

export function createPeople(shop: Shop, client: ApiClient): People {
  let owner: Promise<Person> | undefined;
  const emailOf = (name: string) => `${name.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@example.com`;

  const people: People = {
    async customer(name) {
      const email = emailOf(name);
      const device = { marks: [], keep: () => undefined };
      const registered = await register(
        // Without the limits of registration, so that a test can have many people.
        { ...shop, settings: { ...shop.settings, rateLimits: false } },
        { name, email, password },
        { address: '127.0.0.1', userAgent: 'lightMyRequest', pageLanguage: null, device },
      );
      if (isRefusal(registered)) throw new Error(`${name} cannot register: ${registered.message}`);
      return { id: registered.user.id, name, email, token: registered.token };
    },
    async admin(name = 'Admin', role = 'owner') {
      const person = await people.customer(name);
      // Only the first owner comes from the settings, so this one is made directly in the database.
      await shop.database.write((tx) => tx.updateTable('users').set({ role }).where('id', '=', person.id).execute());
      return person;
    },
    async listing(name, details = {}) {
      owner ??= people.admin('Owner');
      const { body } = await client.call('addProduct', {
        token: (await owner).token,
        body: { name, price: 100, ...details },
      });
      return body.product;
    },
    buy: (buyer, ...listings) => checkOutAndPay(client, buyer, listings),
    buyForPickup(buyer, ...listings) {
      const contact = { firstName: buyer.name, lastName: 'Tran', email: buyer.email, phone: '0400 000 000' };
      const home = { address: '9 Davey St', city: 'Hobart', state: 'TAS', postcode: '7000' };
      const pickup = { deliveryOption: 'pickup', delivery: { ...contact, ...home } };
      return checkOutAndPay(client, buyer, listings, pickup);
    },
  };
  return people;
}

async function checkOutAndPay(
  client: ApiClient,
  { token }: Person,
  listings: readonly Listing[],
  choices: object = {},
): Promise<Order> {
  const items = listings.map((listing) => ({ listingId: listing.id, price: listing.price }));
  const checkout = await client.call('createCheckout', { token, body: { items, ...choices } });
  const { body } = await client.call('confirmPayment', {
    token,
    body: { orderDate: checkout.body.orderDate, listingIds: listings.map((listing) => listing.id) },
  });
  return body.order;
}
