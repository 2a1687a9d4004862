// The tables of catalog/, holds/, cart/ and saved/, part of `Tables`.
import type { PieceFields } from '#contract/collection/piece.ts';
import type { Cents } from '#contract/money.ts';
import type { Flag } from './flag.ts';
import type { Json } from './json.ts';
import type { Milliseconds } from './milliseconds.ts';
import type { RecordColumns } from './record-columns.ts';

/** The columns of the fields of a piece (contract/collection/piece.ts), and those that staff does not write. */
export interface ListingsTable extends RecordColumns<Omit<PieceFields, 'images'>> {
  id: string;
  name_folded: string;
  series_folded: string;
  artist_folded: string;
  artists_folded: string;
  owner_folded: string;
  size_folded: string;
  medium_folded: string;
  /** Made from the provenance. Shown instead of `owner`, and instead of `history` if that is empty; null if the provenance does not say. */
  derived_owner: string | null;
  derived_history: string | null;
  /** Whether everybody has ever been able to see the listing. When that happens first, `created_at` is set to the time. */
  was_listed: Flag;
  /** Unique where it is not empty. */
  inventory_folded: string;
  /** JSON: [{url, alt}]. */
  images: Json;
  /** Folded name, artists, series and id, searched by `q`. */
  search_text: string;
  created_at: Milliseconds;
  updated_at: Milliseconds;
  is_demo: Flag;
}

/** One row. A transaction that changes what a public page shows raises its `revision`. */
export interface CatalogRevisionTable {
  id: number;
  revision: number;
}

/** A hold of a listing, which has at most one. It has no effect from `expires_at` on. */
export interface HoldsTable {
  listing_id: string;
  user_id: string;
  expires_at: Milliseconds;
  /** When the hold began that was then renewed. With all renewals it lasts at most three times as long as one hold (decision 0027). */
  first_held_at: Milliseconds;
}

/** A way in which somebody keeps a listing from others; `order`: a paid order that its buyer gave back. */
export type WayOfKeeping = 'hold' | 'transfer' | 'turn' | 'order';

/**
 * Who has kept which listing from others, in which way and for how long, for the limits of decision 0068. Rows of holds are kept for a
 * day, others for 30 days. They do not refer to the user, because an account that is deleted still counts for the limits of its network.
 */
export interface KeepingTable {
  listing_id: string;
  user_id: string;
  way: WayOfKeeping;
  /** The client address that last asked for it (`callerNetwork`); empty if it is not known. */
  network: string;
  /** A hash of the mailbox (`mailboxKey`); empty if it is not known. */
  mailbox: string;
  /** Whether the person had shown that the mailbox is theirs. */
  is_confirmed: Flag;
  began_at: Milliseconds;
  /** The end, in the future while it lasts. */
  until_at: Milliseconds;
  ended_by_admin: Flag;
  /** Whether the listing was sold meanwhile. */
  was_used: Flag;
}

/**
 * A turn: a time during which the shop keeps a unique listing for one person. If a listing has several rows, the one with the earliest
 * `until_at` in the future counts, so one turn follows the other without a gap. A row has no effect from `until_at` on.
 */
export interface ReservationsTable {
  listing_id: string;
  until_at: Milliseconds;
  /** Null: nobody can have the listing until `source` has somebody to keep it for. */
  user_id: string | null;
  /** Names what the reservation was made by, for example a client offer. All rows of a listing have the same source. */
  source: string;
  /** The price for this person; null if it is the price of the listing. */
  price_cents: Cents | null;
}

/** The tables of holds/. */
export interface HoldTables {
  holds: HoldsTable;
  keeping: KeepingTable;
  reservations: ReservationsTable;
}

/** The tables of cart/ and saved/. */
export interface CartTables {
  cart_entries: CartEntriesTable;
  saved_listings: SavedListingsTable;
}

export interface SavedListingsTable {
  user_id: string;
  listing_id: string;
  saved_at: Milliseconds;
}

export interface CartEntriesTable {
  user_id: string;
  listing_id: string;
  added_at: Milliseconds;
}
