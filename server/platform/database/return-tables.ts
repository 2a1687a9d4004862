import type { Cents } from '#contract/money.ts';
import type { ReturnState } from '#contract/states.ts';
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
  /** In the buyer's words; empty once their account is deleted. */
  reason: string;
  /** What the shop wrote to the buyer. */
  note: string;
  created_at: Milliseconds;
  changed_at: Milliseconds;
  /** What was refunded when it was closed, in cents; null for nothing. */
  refund_cents: Cents | null;
  is_withdrawn: 0 | 1;
}

/** A unique index over open items prevents that a piece of an order is in two open returns. */
export interface ReturnItemsTable {
  return_id: string;
  listing_id: string;
  order_id: string;
  /** Of the piece when it was ordered: a refunded piece leaves the order. */
  name: string;
  position: number;
  /** 1 while the return is open. */
  is_open: 0 | 1;
}
