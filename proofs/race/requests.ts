import { z } from 'zod';
import type { EndpointName } from '#contract/api.ts';
import type { CallOptions } from '#server/testing/api-client.ts';
import type { Person } from '../load/actions.ts';
import type { Answer } from './shop.ts';

/** A call of an endpoint, to be sent alone or together with others. */
export interface Request<Name extends EndpointName = EndpointName> {
  endpoint: Name;
  options: CallOptions;
}

export interface Listing {
  id: string;
  name: string;
}

/** The price of every piece of a race shop, in dollars. */
export const price = 3_200;

const idsOf = (listings: readonly Listing[]) => listings.map(({ id }) => id);
const itemsOf = (listings: readonly Listing[]) => idsOf(listings).map((listingId) => ({ listingId, price }));

export function requestBy<Name extends EndpointName>(
  { token }: Person,
  endpoint: Name,
  options: CallOptions = {},
): Request<Name> {
  return { endpoint, options: { token, ...options } };
}

export const checkOut = (person: Person, listings: readonly Listing[]) =>
  requestBy(person, 'createCheckout', { body: { items: itemsOf(listings) } });

export const order = (person: Person, listings: readonly Listing[]) =>
  requestBy(person, 'createOrder', { body: { items: itemsOf(listings) } });

export const hold = (person: Person, listings: readonly Listing[]) =>
  requestBy(person, 'holdPieces', { body: { listingIds: idsOf(listings) } });

export const confirm = (
  person: Person,
  reference: { orderId: string } | { orderDate: string },
  listings: readonly Listing[],
) => requestBy(person, 'confirmPayment', { body: { ...reference, listingIds: idsOf(listings) } });

export const edit = (person: Person, id: string, listings: readonly Listing[]) =>
  requestBy(person, 'updateOrder', { params: { id }, body: { items: itemsOf(listings) } });

export const isGranted = ({ status }: Answer): boolean => status === 200 || status === 201;

const newOrder = z.union([
  z.object({ orderId: z.string(), holdExpiresAt: z.string().nullable() }),
  z
    .object({ order: z.object({ id: z.string(), holdExpiresAt: z.string().nullable() }) })
    .transform(({ order: { id, holdExpiresAt } }) => ({ orderId: id, holdExpiresAt })),
]);

/** The order that a `createCheckout` or `createOrder` has made. Throws if it was refused. */
export const newOrderOf = ({ body }: Answer) => newOrder.parse(body);
