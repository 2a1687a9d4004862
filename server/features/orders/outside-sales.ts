import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { fromCents, sumCents, toCents } from '#contract/money.ts';
import type { Buyer, OrderDetails, ShownDelivery } from '#contract/orders.ts';
import type { NewSale } from '#contract/outside-sales.ts';
import { lockConfirmedAccount } from '#server/features/accounts/accounts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { lockAvailableListings } from './claim.ts';
import { changeStatus } from './order-changes.ts';
import { findOrderDetails } from './order-details.ts';
import { lockOrder } from './order-records.ts';
import { receiveMoney } from './outside-payments.ts';
import { placeCheckout } from './pending-orders.ts';

/** The `user_id` of orders whose buyer has no account. */
const noAccount = '';

/**
 * Records a sale that was made and paid outside of the shop's pages: a paid order with its invoice, through the same claim and
 * the same payments record as any other (docs/behaviour/orders.md, 20 to 22). Refused (409): a listing that is sold,
 * discontinued, deleted or held by somebody else.
 */
export async function recordSale(shop: Shop, adminId: string, sale: NewSale): Promise<OrderDetails | Refusal> {
  const orderId = await shop.database.write((tx) => sell(tx, shop, adminId, sale));
  if (isRefusal(orderId)) return orderId;
  return (await findOrderDetails(shop.database.read, orderId)) ?? refuse('orderNotFound');
}

async function sell(tx: Writer, shop: Shop, adminId: string, sale: NewSale): Promise<string | Refusal> {
  const { items, method, at, note, takenAlong } = sale;
  // One sale at a time: the date of an order is unique for its buyer, and all buyers without an account have the same id.
  await lockName(tx, 'sales outside the shop');
  const account = sale.buyer.email === '' ? null : await lockConfirmedAccount(tx, sale.buyer.email);
  const userId = account?.buyer.id ?? noAccount;
  const wanted = items.map(({ listingId }) => ({ listingId, name: listingId }));
  const available = await lockAvailableListings(tx, shop, { userId, wanted, byShop: true });
  if (isRefusal(available)) return available;
  const agreed = new Map(items.map(({ listingId, price }) => [listingId, toCents(price)]));
  const orderId = await placeCheckout(tx, shop, {
    userId,
    items,
    listings: available.map((listing) => ({ ...listing, price_cents: agreed.get(listing.id) ?? listing.price_cents })),
    holdExpiresAt: shop.clock(),
    buyer: { ...(account?.buyer ?? noBuyer), id: userId, ...sale.buyer },
    // Pieces that are taken along are sent to no address.
    delivery: (takenAlong ? null : account?.delivery) ?? {
      ...noDelivery,
      email: sale.buyer.email,
      phone: sale.buyer.phone,
    },
    paymentMethod: method,
    deliveryOption: null,
    by: 'shop',
  });
  const cents = sumCents([...agreed.values()]);
  await recordChange(tx, shop, {
    adminId,
    action: 'sale recorded',
    subject: orderId,
    before: null,
    after: {
      buyer: sale.buyer.name,
      pieces: items.map(({ listingId }) => listingId),
      total: fromCents(cents),
      method,
      takenAlong,
    },
  });
  const refused = await receiveMoney(tx, shop, {
    adminId,
    orderId,
    payment: { amount: fromCents(cents), method, at, note },
  });
  return refused ?? (takenAlong ? await handOver(tx, shop, adminId, orderId) : null) ?? orderId;
}

/** Sets the paid order to delivered without a shipment, and without a second email: the buyer was there and gets the receipt. */
async function handOver(tx: Writer, shop: Shop, adminId: string, orderId: string): Promise<Refusal | null> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Error('the order of this transaction is gone');
  return changeStatus(tx, shop, {
    adminId,
    order,
    status: 'delivered',
    what: say('Delivered: taken along'),
    email: null,
  });
}

const noBuyer: Buyer = {
  id: '',
  name: '',
  email: '',
  phone: '',
  deliveryaddress: '',
  deliverycity: '',
  deliverystate: '',
  deliverypostcode: '',
};
const noDelivery: ShownDelivery = {
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  address: '',
  city: '',
  state: '',
  postcode: '',
  country: 'AU',
};
