import type { Listing, NewListing } from '#contract/catalog.ts';
import type { ApiClient } from '#server/testing/api-client.ts';

/** Somebody with an account, at a client address. */
export interface Visitor {
  name: string;
  email: string;
  token: string;
  /** IPv4 address, sent as X-Forwarded-For: the shop trusts one proxy. */
  from: string;
}

export const password = 'behind seven locks';

/** The token and the header with the address for a visitor's calls. */
export const by = ({ token, from }: Visitor) => ({ token, headers: at(from) });
export const at = (from: string) => ({ 'x-forwarded-for': from });

/** Registers a customer. Throws if the registration is refused. `email` is made from the name by default. */
export async function register(client: ApiClient, name: string, from: string, email?: string): Promise<Visitor> {
  const { status, body } = await tryToRegister(client, name, from, email);
  if (status !== 201) throw new Error(`${name} cannot register: ${status} ${body.message}`);
  return { name, email: body.email, token: body.token, from };
}

export function tryToRegister(
  client: ApiClient,
  name: string,
  from: string,
  email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
) {
  return client.call('authenticate', { body: { mode: 'register', name, email, password }, headers: at(from) });
}

export async function addListings(
  client: ApiClient,
  admin: string,
  { name, count, ...details }: { name: string; count: number } & Partial<NewListing>,
): Promise<Listing[]> {
  const listings: Listing[] = [];
  for (let number = 1; number <= count; number += 1) {
    const body = { name: `${name} ${number}`, price: 100, ...details };
    listings.push((await client.call('addProduct', { token: admin, body })).body.product);
  }
  return listings;
}

export const idsOf = (listings: readonly Listing[]) => listings.map(({ id }) => id);
export const itemsOf = (listings: readonly Listing[]) => listings.map(({ id, price }) => ({ listingId: id, price }));
