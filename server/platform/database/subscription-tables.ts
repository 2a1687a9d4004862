import type { Language } from '#contract/languages.ts';
import type { Milliseconds } from './milliseconds.ts';

/** The tables of alerts/. */
export interface SubscriptionTables {
  subscriptions: SubscriptionsTable;
  subscription_links: SubscriptionLinksTable;
  subscription_news: SubscriptionNewsTable;
  listing_debuts: ListingDebutsTable;
}

/** What somebody asked to get by email. A person has one row for each kind and target. */
export interface SubscriptionsTable {
  id: string;
  kind: 'piece' | 'artist' | 'newsletter';
  /** Id of the listing or the artist; empty for the newsletter. */
  target: string;
  /** `target` again, as a foreign key, so that the row is deleted with the listing or the artist. */
  listing_id: string | null;
  artist_id: string | null;
  /** Emails go to the confirmed address of this account; null: to `email`. */
  user_id: string | null;
  /** Empty if there is a `user_id`. */
  email: string;
  /** `user_id`, or else the folded `email`. */
  person: string;
  created_at: Milliseconds;
  /** Null: the link in the confirmation email was not used yet. */
  confirmed_at: Milliseconds | null;
  /** The language of the page where it was asked for. With a `user_id`, emails are in the language of the account. */
  language: Language;
}

/** What the link of an email confirms or ends. */
export interface SubscriptionLinksTable {
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  subscription_id: string;
  created_at: Milliseconds;
}

/** A new listing that the next email about an artist names. */
export interface SubscriptionNewsTable {
  subscription_id: string;
  listing_id: string;
  noted_at: Milliseconds;
}

/** Listings that visitors have seen before; they are not new any more. */
export interface ListingDebutsTable {
  listing_id: string;
}
