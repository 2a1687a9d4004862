import type { Cents } from '#contract/money.ts';
import type { PrivateLinkKind } from '#contract/private-sales.ts';
import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

/** The tables of private-sales/. */
export interface PrivateTables {
  private_links: PrivateLinksTable;
  private_link_items: PrivateLinkItemsTable;
  private_link_views: PrivateLinkViewsTable;
}

export interface PrivateLinksTable {
  id: string;
  kind: PrivateLinkKind;
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  /** The name of the client or of the viewing room; may be empty. */
  name: string;
  email: string;
  email_folded: string;
  note: string;
  shows_prices: Flag;
  until_at: Milliseconds;
  closed_at: Milliseconds | null;
  closed_by: 'shop' | 'client' | null;
  /** The user who took up the offer last; null if nobody has. */
  taken_by: string | null;
  created_at: Milliseconds;
}

export interface PrivateLinkItemsTable {
  link_id: string;
  listing_id: string;
  position: number;
  /** Null if it is the price of the listing. */
  price_cents: Cents | null;
  words: string;
}

/** How often a link was opened on a day; not by whom or from where. */
export interface PrivateLinkViewsTable {
  link_id: string;
  /** In the shop's time zone, as YYYY-MM-DD. */
  day: string;
  openings: number;
}
