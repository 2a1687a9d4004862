import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { sumCents } from '#contract/money.ts';
import type { Delivery, Order, WantedItem } from '#contract/orders.ts';
import type { CheckoutMethod } from '#contract/states.ts';
import { type BuyerAccount, findBuyer, lockBuyer, lockUser } from '#server/features/accounts/accounts.ts';
import { callerNetwork } from '#server/features/attempts/attempts.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import {
  type ListingRow,
  lockListings,
  lockListingsFor,
  refuseChangedPrice,
} from '#server/features/catalog/catalog.ts';
import { chooseDelivery } from '#server/features/delivery/delivery.ts';
import {
  endReservations,
  findHold,
  findReservations,
  findUnavailable,
  holdListings,
  type Keeper,
  lockPeople,
  pricedFor,
  refuseUnavailable,
  releaseHolds,
} from '#server/features/holds/holds.ts';
import {
  endPendingCheckouts,
  endReservedOrders,
  findCheckoutWithBank,
  findOrder,
  findReservedListings,
  hasPaid,
  payCheckout,
  placeCheckout,
  recordArrival,
} from '#server/features/orders/orders.ts';
import { paymentOptionsOf } from '#server/features/payments/payments.ts';
import { findPaymentSettings } from '#server/features/settings/settings.ts';
import { offerToWaiting } from '#server/features/waiting-list/waiting-list.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { MustRestart } from '#server/platform/database/database-errors.ts';
import { mailboxKey } from '#server/platform/mailbox.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { type IdempotentCall, withIdempotencyKey } from './idempotency.ts';
import { refuseTransfer } from './refuse-transfer.ts';

/** The user who calls, and the network address of their client. */
export interface Buyer {
  userId: string;
  address: string;
}

/**
 * Holds listings while the buyer fills in the payment form, all or nothing. `expiresAt` is when the first of the holds
 * ends. Refuses an empty list (400), an unknown listing (404), a sold, discontinued or held one (409), and more than the buyer
 * may hold (409, 429).
 */
export function createHold(
  shop: Shop,
  buyer: Buyer,
  listingIds: readonly string[],
): Promise<{ expiresAt: string; held: string[] } | Refusal> {
  return shop.database.write(async (tx) => {
    const keeper = await lockKeeper(tx, shop, buyer);
    if (!keeper) return refuse('signInNeeded');
    if (listingIds.length === 0) return refuse('nothingToBuy');
    const listings = await lockListingsFor(tx, shop, buyer.userId, listingIds);
    if (listings.length < listingIds.length) return refuse('listingNotFound');
    const until = await holdListings(tx, shop, { keeper, listings, mode: 'renew' });
    if (isRefusal(until)) return until;
    const held = listings.filter((listing) => listing.is_unique === 1).map((listing) => listing.id);
    // Editions need no hold: the answer names the time at which a new hold would end.
    const expiresAt = until ?? shop.clock() + shop.settings.holdMilliseconds;
    return { expiresAt: new Date(expiresAt).toISOString(), held: listingIds.filter((id) => held.includes(id)) };
  });
}

/** A locked buyer with the account. */
type BuyingKeeper = Keeper & BuyerAccount;

/** Locks the buyer, the mailbox and the network. Returns null if the user has been deleted or blocked in the meantime. */
export async function lockKeeper(tx: Writer, shop: Shop, { userId, address }: Buyer): Promise<BuyingKeeper | null> {
  const account = await lockBuyer(tx, userId);
  if (!account) return null;
  const people = { userId, network: callerNetwork(address), mailbox: mailboxKey(account.buyer.email) };
  await lockPeople(tx, shop, people);
  return { ...account, ...people, hasPaid: await hasPaid(tx, userId) };
}

/**
 * Ends every hold and the pending checkout of the buyer, but not an order that waits for a bank transfer. Does nothing while the
 * bank decides about a payment.
 */
export function cancelCheckout(shop: Shop, userId: string): Promise<null | Refusal> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, userId))) return refuse('signInNeeded');
    if ((await findCheckoutWithBank(tx, shop, userId)) !== null) return null;
    await endPendingCheckouts(tx, shop, { userId });
    const reserved = await findReservedListings(tx, userId);
    await releaseHolds(tx, shop, { userId, exceptIds: [...reserved.keys()] });
    return null;
  });
}

/** Ends the holds and all unpaid orders of a user whose row is locked and whose account is blocked. */
export async function endPurchases(tx: Writer, shop: Shop, userId: string): Promise<void> {
  await endPendingCheckouts(tx, shop, { userId });
  await endReservedOrders(tx, shop, { userId, what: say('Order cancelled') });
  await releaseHolds(tx, shop, { userId });
}

/**
 * Ends the hold on a listing, and the buyer's unpaid orders that contain the listing. Refuses (404) a listing without a
 * hold.
 */
export function releaseHoldAsAdmin(shop: Shop, adminId: string, listingId: string): Promise<null | Refusal> {
  return shop.database.write(async (tx) => {
    if (!(await endHoldAsAdmin(tx, shop, adminId, listingId))) return refuse('holdNotFound');
    await offerToWaiting(tx, shop, [listingId]);
    tx.raiseRevision();
    return null;
  });
}

/**
 * Like `releaseHoldAsAdmin`, in the caller's transaction, which must not have locked anything yet. Does not offer the listing to those who
 * wait for it. Returns false if nobody holds the listing.
 */
export async function endHoldAsAdmin(tx: Writer, shop: Shop, adminId: string, listingId: string): Promise<boolean> {
  const holder = (await findHold(tx, shop, listingId))?.userId;
  if (!holder || !(await lockUser(tx, holder))) return false;
  await lockListings(tx, [listingId]);
  // The listing may have been paid for, or released by another admin, before this transaction had the locks.
  const current = (await findHold(tx, shop, listingId))?.userId;
  if (!current) return false;
  if (current !== holder) throw new MustRestart('another buyer holds the listing now');
  // Before the checkout ends, because that would release the hold as if the buyer had done it.
  await releaseHolds(tx, shop, { userId: holder, listingIds: [listingId], byAdmin: true });
  await endPendingCheckouts(tx, shop, { userId: holder, overId: listingId });
  await endReservedOrders(tx, shop, {
    userId: holder,
    overId: listingId,
    what: say('Reservation ended by the gallery'),
  });
  await recordChange(tx, shop, {
    adminId,
    action: 'hold released',
    subject: listingId,
    before: { buyer: await nameOf(tx, holder) },
    after: null,
  });
  return true;
}

/** Ends the hold on a listing and its reservation, before an admin changes or deletes it in the same transaction. */
export async function freeListingAsAdmin(tx: Writer, shop: Shop, adminId: string, listingId: string): Promise<void> {
  await endHoldAsAdmin(tx, shop, adminId, listingId);
  await lockListings(tx, [listingId]);
  const [reservation] = await findReservations(tx, shop, { listingIds: [listingId] });
  if (!reservation) return;
  await endReservations(tx, shop, [listingId]);
  await recordChange(tx, shop, {
    adminId,
    action: 'reservation ended',
    subject: listingId,
    before: { source: reservation.source, until: reservation.until },
    after: null,
  });
}

async function nameOf(tx: Writer, userId: string): Promise<string> {
  const { name = '', email = '' } = (await findBuyer(tx, userId))?.buyer ?? {};
  return name ? `${name} (${email})` : email;
}

export interface CheckoutInput {
  items: readonly WantedItem[];
  paymentMethod?: CheckoutMethod | undefined;
  delivery?: Delivery | undefined;
  deliveryOption?: string | undefined;
  /** The price of the option that the buyer saw, in units of the currency. */
  deliveryPrice?: number | undefined;
}

/**
 * Holds the listings, all or nothing, and writes a pending order that replaces the buyer's earlier pending checkout. Refuses no items
 * (400), an unknown listing (404), a changed price or a sold, discontinued or held listing (409), more than the buyer may
 * hold (409, 429), and no delivery where one has to be chosen (400) (docs/behaviour/checkout.md, 5 to 7; delivery.md, 9 to 12).
 */
export function createCheckout(
  shop: Shop,
  call: IdempotentCall & Buyer,
  input: CheckoutInput,
): Promise<Order | Refusal> {
  return shop.database.write(async (tx) => {
    const keeper = await lockKeeper(tx, shop, call);
    if (!keeper) return refuse('signInNeeded');
    return withIdempotencyKey(tx, shop, call, () => createPendingOrder(tx, shop, keeper, input));
  });
}

async function createPendingOrder(
  tx: Writer,
  shop: Shop,
  keeper: BuyingKeeper,
  input: CheckoutInput,
): Promise<Order | Refusal> {
  const { userId } = keeper;
  if (input.items.length === 0) return refuse('nothingToBuy');
  const method = input.paymentMethod ?? 'credit';
  const settings = await findPaymentSettings(tx);
  if (!paymentOptionsOf(shop.settings, settings).methods.includes(method)) return refuse('methodNotOffered');
  const locked = await lockListingsFor(
    tx,
    shop,
    userId,
    input.items.map((item) => item.listingId),
  );
  const listings = await pricedFor(tx, shop, userId, locked);
  const refused =
    refuseUnknown(input.items, listings) ??
    refuseUnavailable(await findUnavailable(tx, shop, userId, listings)) ??
    refuseChangedPrice(shop, input.items, listings) ??
    (await refuseReserved(tx, userId, listings));
  if (refused) return refused;
  // With a second order, the buyer could pay twice.
  const underWay = await findCheckoutWithBank(tx, shop, userId);
  if (underWay !== null) return refuse('otherPaymentUnderWay', { id: underWay }, { orderId: underWay });
  const delivery = input.delivery ?? keeper.delivery;
  const deliveryOption = await chooseDelivery(tx, shop, { listings, place: delivery, wish: input });
  if (isRefusal(deliveryOption)) return deliveryOption;
  if (method === 'transfer') {
    const prices = listings.map((listing) => listing.price_cents);
    const total = sumCents(deliveryOption ? [...prices, deliveryOption.cents] : prices);
    const refusedTransfer = await refuseTransfer(tx, shop, { keeper, listings, total, settings });
    if (refusedTransfer) return refusedTransfer;
  }

  await endPendingCheckouts(tx, shop, { userId, keptIds: listings.map((listing) => listing.id) });
  const until = await holdListings(tx, shop, { keeper, listings, mode: 'take over', isChecked: true });
  if (isRefusal(until)) return until;
  const id = await placeCheckout(tx, shop, {
    userId,
    items: input.items,
    listings,
    holdExpiresAt: until ?? shop.clock() + shop.settings.holdMilliseconds,
    buyer: buyerAt(keeper.buyer, delivery),
    delivery,
    paymentMethod: method,
    deliveryOption,
  });
  tx.raiseRevision();
  return (await findOrder(tx, id)) ?? refuse('orderNotFound');
}

/** The buyer's account with the address to which the order is delivered (docs/behaviour/orders.md, 2). */
const buyerAt = (
  buyer: Order['buyer'],
  { phone, address, city, state, postcode }: Order['delivery'],
): Order['buyer'] => ({
  ...buyer,
  phone: buyer.phone || phone,
  deliveryaddress: address,
  deliverycity: city,
  deliverystate: state,
  deliverypostcode: postcode,
});

/** A listing that is reserved for the buyer's own transfer cannot be bought a second time. */
async function refuseReserved(tx: Writer, userId: string, listings: readonly ListingRow[]): Promise<Refusal | null> {
  const reserved = await findReservedListings(tx, userId);
  for (const { id } of listings) {
    const order = reserved.get(id);
    if (!order) continue;
    const { orderId, name } = order;
    return refuse('inTransferOrder', { name, id: orderId }, { orderId });
  }
  return null;
}

function refuseUnknown(items: readonly WantedItem[], listings: readonly ListingRow[]): Refusal | null {
  return listings.length < items.length ? refuse('listingNotFound') : null;
}

/** The order to pay for, by id or by date, and the ids of all its listings. */
export interface PaymentInput {
  orderId?: string | undefined;
  /** ISO 8601. */
  orderDate?: string | undefined;
  listingIds: readonly string[];
}

/**
 * Makes a pending order paid: order, payment, listings, holds and cart change in one transaction. Repeating it returns the same
 * order. Refusals: docs/behaviour/checkout.md, 11.
 */
export function confirmPayment(shop: Shop, call: IdempotentCall, input: PaymentInput): Promise<Order | Refusal> {
  return shop.database.write(async (tx) => {
    if (!(await lockUser(tx, call.userId))) return refuse('signInNeeded');
    return withIdempotencyKey(tx, shop, call, async () => {
      const id = await payCheckout(tx, shop, {
        userId: call.userId,
        orderId: input.orderId,
        orderDate: input.orderDate === undefined ? undefined : Date.parse(input.orderDate),
        listingIds: input.listingIds,
      });
      if (isRefusal(id)) return id;
      const order = await findOrder(tx, id);
      if (order?.status === 'paid') recordArrival(tx, id);
      return order ?? refuse('orderNotFound');
    });
  });
}
