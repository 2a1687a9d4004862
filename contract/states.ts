/**
 * What may happen in which state, as questions that the button and the server both ask (SPEC.md §4, CONTRACT.md).
 */
export const orderStatuses = ['pending', 'processing', 'paid', 'shipped', 'delivered', 'cancelled'] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const listingStatuses = ['available', 'sold', 'discontinued'] as const;
export type ListingStatus = (typeof listingStatuses)[number];

export const paymentMethods = ['credit', 'paypal', 'bank'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

export const australianStates = ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'] as const;
export type AustralianState = (typeof australianStates)[number];

export const timeRanges = ['day', 'month', 'year'] as const;
export type TimeRange = (typeof timeRanges)[number];

const order = (status: OrderStatus) => ({
  /** Its pieces are the buyer's and its money was taken. */
  ownsPieces: status === 'processing' || status === 'paid' || status === 'shipped' || status === 'delivered',
  canEdit: status === 'paid',
  canCancel: status === 'paid',
  hasInvoice: status !== 'pending' && status !== 'cancelled',
  /** Counted by the analytics (CONTRACT.md, GET /admin/sales). */
  isSale: status === 'paid' || status === 'shipped' || status === 'delivered',
});

export const ownsPieces = (status: OrderStatus) => order(status).ownsPieces;
export const canEdit = (status: OrderStatus) => order(status).canEdit;
export const canCancel = (status: OrderStatus) => order(status).canCancel;
export const hasInvoice = (status: OrderStatus) => order(status).hasInvoice;
export const isSale = (status: OrderStatus) => order(status).isSale;

export const owningStatuses: readonly OrderStatus[] = orderStatuses.filter(ownsPieces);
export const saleStatuses: readonly OrderStatus[] = orderStatuses.filter(isSale);

/** The words on a badge. */
export const orderStatusLabel: Readonly<Record<OrderStatus, string>> = {
  pending: 'Pending',
  processing: 'Processing',
  paid: 'Paid',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
};

/** May a piece go into a cart or an order now? A reservation by another is told at checkout, not here. */
export const canBuy = (listing: { status: ListingStatus }) => listing.status === 'available';
