import type { Listing, NewProduct } from '#contract/catalog.ts';
import type { Order } from '#contract/orders.ts';
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
  /** Registers a customer over the API; the password is `secret1`. */
  customer(name: string): Promise<Person>;
  admin(name?: string): Promise<Person>;
  /** Adds a listing as an admin; it costs 100 dollars by default. */
  piece(name: string, details?: Partial<NewProduct>): Promise<Listing>;
  /** Checks out and confirms the payment; returns the paid order. */
  buy(buyer: Person, ...pieces: readonly Listing[]): Promise<Order>;
}

export const password = 'secret1';

export function createPeople(shop: Shop, client: ApiClient): People {
  let owner: Promise<Person> | undefined;
  const emailOf = (name: string) => `${name.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@example.com`;

  const people: People = {
    async customer(name) {
      const email = emailOf(name);
      const { body } = await client.call('authenticate', { body: { mode: 'register', name, email, password } });
      return { id: body.user.id, name, email, token: body.token };
    },
    async admin(name = 'Admin') {
      const person = await people.customer(name);
      // Only the first admin comes from the settings, so this one is made directly in the database.
      await shop.database.write((tx) =>
        tx.updateTable('users').set({ is_admin: 1 }).where('id', '=', person.id).execute(),
      );
      return person;
    },
    async piece(name, details = {}) {
      owner ??= people.admin('Owner');
      const { body } = await client.call('addProduct', {
        token: (await owner).token,
        body: { name, price: 100, ...details },
      });
      return body.product;
    },
    async buy(buyer, ...pieces) {
      const items = pieces.map((piece) => ({ listingId: piece.id, price: piece.price }));
      const checkout = await client.call('createCheckout', { token: buyer.token, body: { items } });
      const { body } = await client.call('confirmPayment', {
        token: buyer.token,
        body: { orderDate: checkout.body.orderDate, listingIds: pieces.map((piece) => piece.id) },
      });
      return body.order;
    },
  };
  return people;
}
