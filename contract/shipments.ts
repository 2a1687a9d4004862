import { z } from 'zod';
import { limits } from './limits.ts';
import type { OrderStatus } from './states.ts';
import { areUnique, id, line, moment } from './text.ts';

/** A parcel, or several under one number. */
export const shipment = z.object({
  id: z.string(),
  carrier: z.string(),
  /** Empty if the carrier gives none. */
  number: z.string(),
  /** The page where the buyer can follow the shipment; null for a carrier without such a page. */
  url: z.string().nullable(),
  shippedAt: z.string(),
  deliveredAt: z.string().nullable(),
  /** The pieces in the shipment that still belong to the order. */
  listingIds: z.array(z.string()),
});
export type Shipment = z.infer<typeof shipment>;

/** Whether a shipment is on its way to the buyer: the buyer gets an email about its correction only then. */
export const isOnItsWay = (status: OrderStatus, isDelivered: boolean) =>
  !isDelivered && (status === 'paid' || status === 'shipped');

const tracking = {
  carrier: line(limits.name, 'Please name the carrier'),
  /** May be empty for a carrier without a tracking page. */
  number: line(limits.shortText),
  /** When the shipment left: a moment, or a day in the shop's time zone. If absent, it leaves now. */
  shippedAt: z.union([moment, z.iso.date()]).optional(),
};

export const shipmentChanges = z.object({
  ...tracking,
  /** Whether the buyer gets an email with the new link. */
  email: z.boolean().default(false),
});
export type ShipmentChanges = z.infer<typeof shipmentChanges>;

export const newShipment = z.object({
  ...tracking,
  /** The pieces in the shipment; if absent, all that have not been sent yet. */
  listingIds: z
    .array(id)
    .min(1, 'Please choose a piece')
    .max(limits.listingsPerCheckout)
    .refine(areUnique, 'A piece is sent once')
    .optional(),
  /** A note that the buyer reads in the email. */
  note: line(limits.subject).optional(),
  email: z.boolean().default(true),
});
export type NewShipment = z.infer<typeof newShipment>;
