import type { Cents } from '#contract/money.ts';
import type { ReturnState } from '#contract/states.ts';
import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

/** The tables of returns/. */
export interface ReturnTables {
  returns: ReturnsTable;
  return_items: ReturnItemsTable;
}

export interface ReturnsTable {
  id: string;
  order_id: string;
  state: ReturnState;
  /** Why the buyer returns the pieces, as they wrote it. Emptied when their account is deleted. */
  reason: string;
  /** What the shop wrote to the buyer; empty if nothing. Emptied when the buyer's account is deleted. */
  note: string;
  created_at: Milliseconds;
  changed_at: Milliseconds;
  /** The sum that was refunded when the return was closed; null if nothing was. */
  refund_cents: Cents | null;
  /** 1 if the buyer withdrew the return. Its state is `closed` then. */
  is_withdrawn: Flag;
}

/** The pieces of a return. A unique index on open items allows a piece of an order in at most one open return. */
export interface ReturnItemsTable {
  return_id: string;
  listing_id: string;
  order_id: string;
  /** The name of the piece when it was ordered. Copied here, because a refund removes the piece from the order. */
  name: string;
  /** The order of the pieces within the return. */
  position: number;
  /** 1 while the return is open. */
  is_open: Flag;
}
