import { type Refusal, refuse } from '#contract/errors.ts';
import type { ListRequest } from '#contract/lists.ts';
import type { Order, OrderDetails, OrderSortField } from '#contract/orders.ts';
import type { Reader } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { findOrderDetails } from './order-details.ts';
import { type OrderFilter, selectOrders } from './order-table.queries.ts';
import { selectItems, selectLatestOrder, selectLiveOrdersOf } from './orders.queries.ts';
import { presentOrders } from './present-order.ts';

export { acceptRefund, refundPieces } from './admin-money.ts';
export { appointmentInWords } from './appointment-email.ts';
export { greetingOf } from './email-greeting.ts';
export { exampleOrder, exampleOrderEmails } from './example-emails.ts';
export { forgetBuyer } from './forget-buyer.ts';
export {
  countDemoOrders,
  deleteDemoOrders,
  type ImportedOrders,
  importOrders,
} from './imported-orders.queries.ts';
export { changeStatus } from './order-changes.ts';
export { countOrdersByStatus } from './order-counts.queries.ts';
export { findOrder, findOrderDetails } from './order-details.ts';
export { queueHandRefundEmails, queueOrderEmails } from './order-emails.ts';
export { orderIdOf } from './order-id.ts';
export { replyWithOrder } from './order-in-language.ts';
export { recordArrival, selectLatestArrival as findLatestArrival } from './order-news.queries.ts';
export { findSale, saleOf, taxOfItem } from './order-papers.ts';
export { type LockedOrder, lockOrder, nameOf, recordEvent, searchTextOf, withoutDelivery } from './order-records.ts';
export { countListedOrders as countOrders } from './order-table.queries.ts';
export {
  hasPaid,
  selectBuyersCheckingOut as buyersCheckingOut,
  selectOrder as findOrderRow,
  selectPicturesInOrders as picturesInOrders,
} from './orders.queries.ts';
export { receiveMoney } from './outside-payments.ts';
export {
  cancelPendingOrders,
  endPendingCheckouts,
  findCheckoutWithBank,
  lockConfirmedOrder,
  payCheckout,
  placeCheckout,
} from './pending-orders.ts';
export { type Snapshot, snapshotOf } from './present-order.ts';
export {
  cancelUnpaidOrder,
  claimForPayment,
  completePayment,
  holdForBank,
  lockOrderedListings,
  prolongCheckout,
} from './processor-orders.ts';
export {
  endReservation,
  endReservedOrders,
  findReservedListings,
  markReserved,
  refuseSecondTransfer,
} from './reserved-orders.ts';
export { queueTransferEmail } from './transfer-emails.ts';

/** A page of the orders that match `filter`, newest first without `sort`; expired checkouts are left out. */
export async function listOrders(
  shop: Shop,
  request: ListRequest<OrderSortField>,
  filter: OrderFilter,
): Promise<{ orders: Order[]; total: number }> {
  const { rows, total } = await selectOrders(shop.database.read, request, filter, shop.clock());
  const items = await selectItems(
    shop.database.read,
    rows.map((row) => row.id),
  );
  return { orders: await presentOrders(shop.database.read, rows, items), total };
}

/** The three newest live orders of a listing, and the number of all of them; none for an unknown listing. */
export async function listOrdersOfListing(shop: Shop, listingId: string): Promise<{ orders: Order[]; total: number }> {
  const { read } = shop.database;
  const { rows, total } = await selectLiveOrdersOf(read, listingId, shop.clock());
  const items = await selectItems(
    read,
    rows.map((row) => row.id),
  );
  return { orders: await presentOrders(read, rows, items), total };
}

/** The buyer's own order. Another buyer's order is refused (404) like an unknown one. */
export async function findOwnOrder(shop: Shop, userId: string, id: string): Promise<OrderDetails | Refusal> {
  const details = await findOrderDetails(shop.database.read, id);
  return details?.userId === userId ? details : refuse('orderNotFound');
}

/** The newest order, expired checkouts left out; `orderDate` in epoch milliseconds. Null when there is none. */
export async function findLatestOrder(reader: Reader, now: number): Promise<{ id: string; orderDate: number } | null> {
  const row = await selectLatestOrder(reader, now);
  return row ? { id: row.id, orderDate: row.order_date } : null;
}
