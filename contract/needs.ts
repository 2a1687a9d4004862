import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * Kinds of needs. `dispute`: the buyer's bank disputes a payment. `refund`: a refund failed. `attention`: a payment is not as it should be.
 * `difference`: the processor's books differ. `connection`: the processor has been unreachable for long. `transfer`: a reservation
 * ends today. `return`: a buyer asked to return a piece. `order`: a paid order waits to be packed, sent or collected. `bank`:
 * rows of statements have no order. `disk`: a disk of the shop is nearly full. `backup`: the shop has no good backup of the last night.
 * `name`: a buyer's name waits to be read by visitors. `enquiry`: enquiries wait for an answer. `letter`: emails were given up. `work`:
 * something that the shop does by itself was given up after it had failed several times.
 */
const needKinds = [
  'dispute',
  'refund',
  'attention',
  'difference',
  'connection',
  'transfer',
  'return',
  'order',
  'bank',
  'disk',
  'backup',
  'name',
  'enquiry',
  'letter',
  'work',
] as const;
export type NeedKind = (typeof needKinds)[number];

/** Something that waits for the people who run the shop. */
export const need = z.object({
  id: z.string(),
  kind: z.enum(needKinds),
  /** What happened. */
  what: z.string(),
  /** What follows if nothing is done. */
  otherwise: z.string(),
  /** By when it has to be done; null if there is no such time. */
  dueAt: z.string().nullable(),
  /** Since when it waits; null if that is not known. */
  since: z.string().nullable(),
  isLate: z.boolean(),
  /** The page of the admin panel where it is done. */
  path: z.string(),
  /** The text of the link to `path`. */
  action: z.string(),
});
export type Need = z.infer<typeof need>;

/** The next date on which something in the shop changes by itself or somebody comes. */
const nextDate = z.object({
  what: z.string(),
  at: z.string(),
  /** A page of the admin panel. */
  path: z.string(),
});
export type NextDate = z.infer<typeof nextDate>;

export const needEndpoints = {
  listNeeds: endpoint({
    method: 'GET',
    path: '/admin/needs',
    access: 'viewer',
    summary: 'What needs somebody who runs the shop, the most urgent first, at most 50',
    reply: z.object({
      needs: z.array(need),
      /** The number of all needs, also of those that are not in `needs`. */
      total: z.number(),
      /** Whether there can be needs at all: the shop has a processor, offers transfers or delivery, or is registered for GST. */
      isWatched: z.boolean(),
      /** Null while there is a need, and if no date is known. */
      next: nextDate.nullable(),
    }),
  }),
};
