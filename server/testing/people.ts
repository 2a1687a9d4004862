import type { Listing, NewProduct } from '#contract/catalog.ts';
import type { Order } from '#contract/orders.ts';
import type { Shop } from '#server/shop.ts';
import type { Door } from './door.ts';

export interface Person {
  id: string;
  name: string;
  email: string;
  token: string;
}

/** People and pieces by name. */
export interface People {
  /** Registers through the door: password is `secret1`. */
  customer(name: string): Promise<Person>;
  admin(name?: string): Promise<Person>;
  /** Adds a piece as an admin would; 100 dollars unless said otherwise. */
  piece(name: string, details?: Partial<NewProduct>): Promise<Listing>;
  /** Checkout and confirmation in a row: a paid order. */
  buy(buyer: Person, ...pieces: readonly Listing[]): Promise<Order>;
}

export const password = 'secret1';

export function createPeople(shop: Shop, door: Door): People {
  let shopkeeper: Promise<Person> | undefined;
  const emailOf = (name: string) => `${name.toLowerCase().replace(/[^a-z0-9]+/g, '.')}@example.com`;

  const people: People = {
    async customer(name) {
      const email = emailOf(name);
      const { body } = await door.call('authenticate', { body: { mode: 'register', name, email, password } });
      return { id: body.user.id, name, email, token: body.token };
    },
    async admin(name = 'Admin') {
      const person = await people.customer(name);
      // The first admin comes from the settings at the start of the process; here it is made one directly.
      await shop.database.write((tx) =>
        tx.updateTable('users').set({ is_admin: 1 }).where('id', '=', person.id).execute(),
      );
      return person;
    },
    async piece(name, details = {}) {
      shopkeeper ??= people.admin('Shopkeeper');
      const { body } = await door.call('addProduct', {
        token: (await shopkeeper).token,
        body: { name, price: 100, ...details },
      });
      return body.product;
    },
    async buy(buyer, ...pieces) {
      const items = pieces.map((piece) => ({ listingId: piece.id, price: piece.price }));
      const checkout = await door.call('createCheckout', { token: buyer.token, body: { items } });
      const { body } = await door.call('confirmPayment', {
        token: buyer.token,
        body: { orderDate: checkout.body.orderDate, listingIds: pieces.map((piece) => piece.id) },
      });
      return body.order;
    },
  };
  return people;
}
