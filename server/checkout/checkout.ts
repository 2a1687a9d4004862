import { type Refusal, refuse } from '#contract/errors.ts';
import { toCents } from '#contract/money.ts';
import type { Delivery, OrderDetails, WantedItem } from '#contract/orders.ts';
import type { PaymentMethod } from '#contract/states.ts';
import { buyerOf, lockUser } from '#server/accounts/accounts.ts';
import { recordChange } from '#server/audit/audit.ts';
import { type ListingRow, lockListings } from '#server/catalog/catalog.ts';
import type { Writer } from '#server/database/database.ts';
import { raiseRevision } from '#server/database/revision.ts';
import { holderOf, holdPieces, refuseUnavailable, releaseOwnHolds, unavailableTo } from '#server/holds/holds.ts';
import { endPendingCheckouts, findOrderDetails, payCheckout, placeCheckout } from '#server/orders/orders.ts';
import type { Shop } from '#server/shop.ts';
import { once, type RepeatableCall } from './idempotency.ts';

/** Holds pieces for a buyer who is about to pay: all or nothing, 404 where one is unknown. */
export function startHold(
  shop: Shop,
  userId: string,
  listingIds: readonly string[],
): Promise<{ expiresAt: string; held: string[] } | Refusal> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    if (listingIds.length === 0) return refuse('nothingToBuy');
    const listings = await lockListings(tx, listingIds);
    if (listings.length < listingIds.length) return refuse('listingNotFound');
    const until = await holdPieces(shop, tx, userId, listings, 'renew');
    if (typeof until === 'object' && until !== null) return until;
    await raiseRevision(tx);
    const held = listings.filter((listing) => listing.is_unique === 1).map((listing) => listing.id);
    // Editions need no hold: they can be had as long as anybody could hold something.
    const expiresAt = until ?? shop.clock() + shop.settings.holdMilliseconds;
    return { expiresAt: new Date(expiresAt).toISOString(), held: listingIds.filter((id) => held.includes(id)) };
  });
}

/** The buyer leaves: every own hold and the pending checkout are gone. */
export function giveUp(shop: Shop, userId: string): Promise<null | Refusal> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    await endPendingCheckouts(shop, tx, userId);
    await releaseOwnHolds(shop, tx, userId);
    await raiseRevision(tx);
    return null;
  });
}

/** The shopkeeper ends a hold: the buyer's checkout goes with it if it is over this piece. Refused (404) where nobody holds the piece. */
export function endHoldAsAdmin(shop: Shop, adminId: string, listingId: string): Promise<null | Refusal> {
  return shop.database.write(async (tx) => {
    const holder = await holderOf(shop, tx, listingId);
    if (!holder || !(await lockUser(tx, holder))) return refuse('holdNotFound');
    await lockListings(tx, [listingId]);
    // It may have been paid for, or ended by another admin, before the locks were had.
    if ((await holderOf(shop, tx, listingId)) !== holder) return refuse('holdNotFound');
    await endPendingCheckouts(shop, tx, holder, { over: listingId });
    await releaseOwnHolds(shop, tx, holder, [listingId]);
    await recordChange(tx, shop, {
      adminId,
      action: 'hold released',
      subject: listingId,
      before: { userId: holder },
      after: null,
    });
    await raiseRevision(tx);
    return null;
  });
}

export interface CheckoutWish {
  items: readonly WantedItem[];
  paymentMethod?: PaymentMethod | undefined;
  delivery?: Delivery | undefined;
}

/**
 * A pending order over held pieces, all or nothing; the buyer's earlier checkout is replaced. Refused: nothing wanted 400, unknown
 * piece 404, another price than today's, sold, discontinued or held by another 409 (CONTRACT.md, POST /orders/checkout).
 */
export function checkOut(shop: Shop, call: RepeatableCall, wish: CheckoutWish): Promise<OrderDetails | Refusal> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, call.userId))) return refuse('signInNeeded');
    return once(shop, tx, call, () => placeOrder(shop, tx, call.userId, wish));
  });
}

async function placeOrder(shop: Shop, tx: Writer, userId: string, wish: CheckoutWish): Promise<OrderDetails | Refusal> {
  if (wish.items.length === 0) return refuse('nothingToBuy');
  const listings = await lockListings(
    tx,
    wish.items.map((item) => item.listingId),
  );
  const refused =
    refuseUnknown(wish.items, listings) ??
    refuseUnavailable(await unavailableTo(shop, tx, userId, listings)) ??
    refuseOtherPrice(wish.items, listings);
  if (refused) return refused;
  const account = await buyerOf(tx, userId);
  if (!account) return refuse('signInNeeded');

  const until = await holdPieces(shop, tx, userId, listings, 'take over');
  if (typeof until === 'object' && until !== null) return until;
  await endPendingCheckouts(shop, tx, userId, { kept: listings.map((listing) => listing.id) });
  const delivery = wish.delivery ?? account.delivery;
  const id = await placeCheckout(shop, tx, userId, {
    items: wish.items,
    listings,
    holdExpiresAt: until ?? shop.clock() + shop.settings.holdMilliseconds,
    buyer: {
      ...account.buyer,
      phone: account.buyer.phone || delivery.phone,
      deliveryaddress: delivery.address,
      deliverycity: delivery.city,
      deliverystate: delivery.state,
      deliverypostcode: delivery.postcode,
    },
    delivery,
    paymentMethod: wish.paymentMethod ?? 'credit',
  });
  await raiseRevision(tx);
  return (await findOrderDetails(tx, id)) ?? refuse('orderNotFound');
}

function refuseUnknown(items: readonly WantedItem[], listings: readonly ListingRow[]): Refusal | null {
  return listings.length < items.length ? refuse('listingNotFound') : null;
}

/** The price is the server's; the buyer is told where it is not the one they saw. */
function refuseOtherPrice(items: readonly WantedItem[], listings: readonly ListingRow[]): Refusal | null {
  const seen = new Map(items.map((item) => [item.listingId, toCents(item.price)]));
  const changed = listings.find((listing) => seen.get(listing.id) !== listing.price_cents);
  return changed ? refuse('priceChanged', { name: changed.name }) : null;
}

/** What the buyer calls the order to pay for: its id, or SPEC.md's orderDate, and its pieces. */
export interface PaymentWish {
  orderId?: string | undefined;
  /** ISO 8601. */
  orderDate?: string | undefined;
  listingIds: readonly string[];
}

/** Pending becomes paid: hold, order, payment, pieces and cart change together or not at all. Repeatable. */
export async function confirmPayment(
  shop: Shop,
  call: RepeatableCall,
  wish: PaymentWish,
): Promise<OrderDetails | Refusal> {
  const answer = await shop.database.write(async (tx) => {
    if (!(await lockUser(tx, call.userId))) return refuse('signInNeeded');
    return once(shop, tx, call, async () => {
      const id = await payCheckout(shop, tx, call.userId, {
        orderId: wish.orderId,
        orderDate: wish.orderDate === undefined ? undefined : Date.parse(wish.orderDate),
        listingIds: wish.listingIds,
      });
      if (typeof id !== 'string') return id;
      await raiseRevision(tx);
      return (await findOrderDetails(tx, id)) ?? refuse('orderNotFound');
    });
  });
  shop.mailer.wake();
  return answer;
}
