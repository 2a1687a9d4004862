import { z } from 'zod';
import { bulkRows } from './bulk-rows.ts';
import { endpoint } from './endpoint.ts';
import { sizeClasses } from './listing-size.ts';
import { listingStatuses } from './states.ts';
import { areUnique, id, moment } from './text.ts';
import { visibilities } from './visibility.ts';

const ids = z
  .array(id)
  .min(1, 'Please choose at least one piece.')
  .max(bulkRows, `At most ${bulkRows} pieces at once`)
  .refine(areUnique, 'Each piece once');

const percent = z
  .number('A percentage is a number')
  .min(-90, 'At least -90 percent')
  .max(900, 'At most 900 percent')
  .refine((value) => Math.round(value * 100) / 100 === value, 'At most two decimals')
  .refine((value) => value !== 0, 'Please give a percentage that changes the price.');

const bulkChange = z
  .object({
    ids,
    /** The percentage by which each price rises or falls. New prices are rounded to the smallest amount of the currency. */
    pricePercent: percent.optional(),
    status: z.enum(listingStatuses).optional(),
    sizeClass: z.union([z.enum(sizeClasses), z.literal('')]).optional(),
    /** Not `scheduled`, because each piece needs its own time. */
    visibility: z.enum(visibilities).exclude(['scheduled']).optional(),
  })
  .refine(
    ({ ids: _, ...changes }) => Object.values(changes).some((change) => change !== undefined),
    'Please say what to change.',
  );
export type BulkChange = z.infer<typeof bulkChange>;

/** A listing that was not changed, and why. */
const unchangedRow = z.object({ listingId: z.string(), name: z.string(), message: z.string() });
export type UnchangedRow = z.infer<typeof unchangedRow>;

/** The result of a change. Its undo needs `at` and the changed ids, and is possible until `until`. */
const bulkReply = z.object({
  changed: z.array(z.string()),
  unchanged: z.array(unchangedRow),
  at: z.string(),
  until: z.string(),
});

export const bulkEndpoints = {
  changeProducts: endpoint({
    method: 'POST',
    path: '/admin/products/bulk',
    access: 'staff',
    summary:
      'Change price, status, size class or visibility of up to 100 listings; those that cannot be changed are named',
    body: bulkChange,
    reply: bulkReply,
  }),
  undoProductsChange: endpoint({
    method: 'POST',
    path: '/admin/products/bulk/undo',
    access: 'staff',
    summary: 'Undo an own change of several listings within a minute; listings changed since are named',
    body: z.object({ at: moment, ids }),
    reply: z.object({ undone: z.array(z.string()), unchanged: z.array(unchangedRow) }),
    refuses: [409],
  }),
};
