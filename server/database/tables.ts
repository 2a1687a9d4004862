import type { AustralianState, ListingStatus, OrderStatus, PaymentMethod } from '#contract/states.ts';

/**
 * Every table, and the one room that writes it. Text ids, integer cents, epoch milliseconds, 0/1 flags, JSON as text:
 * the same values on both engines (ARCHITECTURE.md, decision 3).
 */
export interface Tables {
  // attempts/
  sign_in_failures: SignInFailuresTable;
  // accounts/
  users: UsersTable;
  sessions: SessionsTable;
  password_resets: PasswordResetsTable;
  // mail/
  outbox: OutboxTable;
  // media/
  pictures: PicturesTable;
  shop_logo: ShopLogoTable;
  // catalog/
  listings: ListingsTable;
  catalog_revision: CatalogRevisionTable;
  // holds/
  holds: HoldsTable;
  // cart/
  cart_entries: CartEntriesTable;
  // payments/
  payments: PaymentsTable;
  // orders/
  orders: OrdersTable;
  order_items: OrderItemsTable;
  order_events: OrderEventsTable;
  // checkout/
  idempotency_keys: IdempotencyKeysTable;
  // invoices/
  invoices: InvoicesTable;
  // enquiries/
  enquiries: EnquiriesTable;
  // audit/
  audit_entries: AuditEntriesTable;
}

export type Flag = 0 | 1;
/** Epoch milliseconds. */
type Milliseconds = number;
type Cents = number;
/** JSON as text; parsed and written by the owning room's queries only. */
type Json = string;

export interface UsersTable {
  id: string;
  name: string;
  name_folded: string;
  email: string;
  email_folded: string;
  phone: string;
  is_admin: Flag;
  /** Encoded argon2id hash; empty: nobody can sign in with it (demo customers). */
  password_hash: string;
  activity_score: number;
  last_seen_at: Milliseconds;
  created_at: Milliseconds;
  delivery_address: string;
  delivery_city: string;
  delivery_state: AustralianState;
  delivery_postcode: string;
  same_as_delivery: Flag;
  billing_address: string;
  billing_city: string;
  billing_state: AustralianState;
  billing_postcode: string;
  card_name: string;
  paypal_email: string;
  /** Ciphertexts of the card fields, base64; empty where none is stored (CONTRACT.md, Card fields). */
  card_number_sealed: string;
  card_cvc_sealed: string;
  card_expiry_sealed: string;
  bpay_number_sealed: string;
  bpay_ref_sealed: string;
  is_demo: Flag;
}

export interface SessionsTable {
  /** SHA-256 of the token, hex. */
  token_hash: string;
  id: string;
  user_id: string;
  created_at: Milliseconds;
  last_seen_at: Milliseconds;
  device: string;
}

export interface PasswordResetsTable {
  token_hash: string;
  user_id: string;
  expires_at: Milliseconds;
}

export interface SignInFailuresTable {
  id: string;
  /** `account:<folded email>` or `address:<ip>`. */
  subject: string;
  at: Milliseconds;
}

export interface OutboxTable {
  id: string;
  recipient: string;
  /** Whom an answer is to reach; null: the sender of the shop's mail. Forgotten with the words. */
  reply_to: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: Milliseconds;
  attempts: number;
  next_attempt_at: Milliseconds;
  /** Until when one process has it in hand. */
  claimed_until: Milliseconds;
  sent_at: Milliseconds | null;
}

export interface PicturesTable {
  /** Content hash, hex; names its files. */
  hash: string;
  /** Path below /media of the cleaned original. */
  url: string;
  width: number;
  height: number;
  /** Hex colour. */
  placeholder: string;
  /** JSON: [{type, width, url}] of the variants that are ready. */
  variants: Json;
  /** Null while variants are still to be made. */
  finished_at: Milliseconds | null;
  created_at: Milliseconds;
  is_demo: Flag;
}

export interface ShopLogoTable {
  /** Always 1. */
  id: number;
  url: string;
  changed_at: Milliseconds;
}

export interface ListingsTable {
  id: string;
  name: string;
  name_folded: string;
  price_cents: Cents;
  series: string;
  series_folded: string;
  artist: string;
  artist_folded: string;
  artists: string;
  artists_folded: string;
  year: number | null;
  owner: string;
  owner_folded: string;
  size: string;
  size_folded: string;
  info: string;
  spec: string;
  story: string;
  design: string;
  description: string;
  history: string;
  is_unique: Flag;
  status: ListingStatus;
  /** JSON: [{url, alt}]. */
  images: Json;
  /** Folded name, artists, series, id: what `q` looks in. */
  search_text: string;
  created_at: Milliseconds;
  updated_at: Milliseconds;
  is_demo: Flag;
}

/** One row. Raised in the very transaction that changes what a public page shows. */
export interface CatalogRevisionTable {
  id: number;
  revision: number;
}

/** At most one per piece: the primary key says so. Of no effect from `expires_at` on. */
export interface HoldsTable {
  listing_id: string;
  user_id: string;
  expires_at: Milliseconds;
  /** When this row of renewals began: together they last at most three times the hold (CONTRACT.md, POST /holds). */
  first_held_at: Milliseconds;
}

export interface CartEntriesTable {
  user_id: string;
  listing_id: string;
  added_at: Milliseconds;
}

export interface PaymentsTable {
  id: string;
  order_id: string;
  kind: 'charge' | 'refund';
  amount_cents: Cents;
  method: PaymentMethod;
  at: Milliseconds;
  /** Order within the same millisecond. */
  position: number;
}

export interface OrdersTable {
  id: string;
  user_id: string;
  /** Unique for one buyer: SPEC.md's confirmation names the order by it. */
  order_date: Milliseconds;
  status: OrderStatus;
  total_cents: Cents;
  payment_method: PaymentMethod;
  /** JSON: ShownDelivery, as the form or the profile said at checkout. */
  delivery: Json;
  /** JSON: Buyer, as the account was at checkout. */
  buyer: Json;
  /** Of a checkout that waits for its payment; null once paid, and for what an admin made pending. */
  hold_expires_at: Milliseconds | null;
  /** Folded id, buyer's name and email, names of the pieces: what `q` looks in. */
  search_text: string;
  changed_at: Milliseconds;
  is_demo: Flag;
}

export interface OrderItemsTable {
  order_id: string;
  listing_id: string;
  position: number;
  price_cents: Cents;
  /** JSON: name, images, artist, year, spec when it was bought. */
  snapshot: Json;
  is_unique: Flag;
  /** 1 while this order has the piece. A unique index over live unique pieces is the last word on "sold once". */
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

export interface IdempotencyKeysTable {
  user_id: string;
  route: string;
  key: string;
  body_hash: string;
  /** JSON: the answer that was given. */
  reply: Json;
  created_at: Milliseconds;
}

export interface InvoicesTable {
  order_id: string;
  /** Position among the order's invoices: 1 for the first, one more for each change of the order. */
  issue: number;
  number: string;
  issued_at: Milliseconds;
}

export interface EnquiriesTable {
  id: string;
  name: string;
  name_folded: string;
  email: string;
  email_folded: string;
  subject: string;
  subject_folded: string;
  message: string;
  listing_id: string | null;
  listing_name: string | null;
  created_at: Milliseconds;
  done_at: Milliseconds | null;
}

/** Append-only: who changed what. Never a secret in `before` or `after`. */
export interface AuditEntriesTable {
  id: string;
  at: Milliseconds;
  admin_id: string;
  action: string;
  subject: string;
  before: Json | null;
  after: Json | null;
}
