import type { Milliseconds } from './milliseconds.ts';

/** The tables of shipments/ and fulfilment/. */
export interface FulfilmentTables {
  shipments: ShipmentsTable;
  shipment_items: ShipmentItemsTable;
  packings: PackingsTable;
  order_notes: OrderNotesTable;
  appointments: AppointmentsTable;
}

export interface ShipmentsTable {
  id: string;
  order_id: string;
  carrier: string;
  /** Tracking number as it was typed; empty if there is none. */
  number: string;
  shipped_at: Milliseconds;
  delivered_at: Milliseconds | null;
  created_at: Milliseconds;
}

/**
 * Its key is order and listing, so that a piece of an order is sent at most once. Removing a piece from the order removes it from its
 * shipment.
 */
export interface ShipmentItemsTable {
  order_id: string;
  listing_id: string;
  shipment_id: string;
}

export interface PackingsTable {
  order_id: string;
  at: Milliseconds;
}

/** When the buyer of an order collects it, in the shop's time zone: YYYY-MM-DD, HH:MM. */
export interface AppointmentsTable {
  order_id: string;
  day: string;
  from_time: string;
  to_time: string;
  note: string;
}

export interface OrderNotesTable {
  id: string;
  order_id: string;
  at: Milliseconds;
  author_id: string;
  text: string;
}
