import type { Cents } from '#contract/money.ts';
import type { OrderStatus, PaymentMethod } from '#contract/states.ts';
import type { Flag } from './flag.ts';
import type { Json } from './json.ts';
import type { Milliseconds } from './milliseconds.ts';

/** The tables of orders/, checkout/ and invoices/. */
export interface OrderTables {
  // orders/
  orders: OrdersTable;
  order_items: OrderItemsTable;
  order_events: OrderEventsTable;
  order_arrivals: OrderArrivalsTable;
  order_views: OrderViewsTable;
  // checkout/
  idempotency_keys: IdempotencyKeysTable;
  // invoices/
  invoices: InvoicesTable;
  adjustment_notes: AdjustmentNotesTable;
}

export interface OrdersTable {
  id: string;
  user_id: string;
  /** Unique for each customer, because the confirmation identifies the order by it. */
  order_date: Milliseconds;
  status: OrderStatus;
  /** Items and delivery. */
  total_cents: Cents;
  delivery_cents: Cents;
  /** Id and name of the chosen option; both empty if there was none to choose. */
  delivery_option: string;
  delivery_name: string;
  /** Working days from the payment until the order leaves, and until it arrives at the latest; null if the buyer was told none. */
  packing_days: number | null;
  arrival_days: number | null;
  payment_method: PaymentMethod;
  /** JSON: ShownDelivery, copied at checkout from the form or the profile. */
  delivery: Json;
  /** JSON: Buyer, copied at checkout from the account. */
  buyer: Json;
  /** Set while a checkout waits for its payment; null once paid, and for orders that an admin set to pending. */
  hold_expires_at: Milliseconds | null;
  /** Until when the listings of a pending order that waits for a bank transfer are reserved; null for all others. */
  reserved_until: Milliseconds | null;
  /** Folded id, buyer's name, email and phone numbers, and names of the listings, searched by `q`. */
  search_text: string;
  changed_at: Milliseconds;
  is_demo: Flag;
}

export interface OrderItemsTable {
  order_id: string;
  listing_id: string;
  position: number;
  price_cents: Cents;
  /** JSON: name, images, artist, year and spec at the time of purchase. */
  snapshot: Json;
  /** JSON: ListingTax at the time of purchase, without the fields that have their default values; empty if all have them. */
  tax: Json;
  is_unique: Flag;
  /** 1 while the listing belongs to this order. A unique index over live items makes sure that a unique listing is not sold twice. */
  is_live: Flag;
}

export interface OrderEventsTable {
  id: string;
  order_id: string;
  at: Milliseconds;
  what: string;
  by_shop: Flag;
  position: number;
}

/** Written when an order is first paid. Demo orders and orders older than this table have no row. */
export interface OrderArrivalsTable {
  order_id: string;
  /** The catalog revision of its transaction. Later arrivals have higher ones, whichever process wrote them. */
  revision: number;
}

export interface OrderViewsTable {
  user_id: string;
  /** The admin has seen the arrivals up to this revision. */
  seen_until: number;
}

export interface IdempotencyKeysTable {
  user_id: string;
  route: string;
  key: string;
  body_hash: string;
  order_id: string;
  created_at: Milliseconds;
}

export interface InvoicesTable {
  order_id: string;
  /** Position among the order's invoices: 1 for the first, then one more for each change of the order. */
  issue: number;
  number: string;
  issued_at: Milliseconds;
  /** The owner's text below the lines, as it was when the invoice was issued. */
  words: string;
  /** JSON: TaxPaper, what a tax invoice said when it was issued; empty for an invoice of a shop that was not registered. */
  tax: Json;
  /** Null unless it is a tax invoice. */
  total_cents: Cents | null;
  gst_cents: Cents | null;
}

/** A change of an order after its tax invoice was issued. */
export interface AdjustmentNotesTable {
  order_id: string;
  /** Position among the order's notes, from 1. */
  issue: number;
  number: string;
  issued_at: Milliseconds;
  reason: string;
  /** Negative if the order costs less. */
  difference_cents: Cents;
  gst_difference_cents: Cents;
  /** JSON: TaxPaper, the order after the change. */
  tax: Json;
}
