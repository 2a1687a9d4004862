import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pathId } from './text.ts';

// `@__PURE__` keeps these schemas and zod out of bundles that import only the file names.
const ofOrder = {
  params: /* @__PURE__ */ z.object({ id: pathId }),
  /** With `shipment`, the paper lists only its pieces. Without it, those that have not been sent, or all once everything has left. */
  query: /* @__PURE__ */ z.object({ shipment: pathId.optional() }),
};

export const packingSlipFilename = (orderId: string) => `packing-slip-${orderId}.pdf`;
export const customsFilename = (orderId: string) => `customs-declaration-${orderId}.pdf`;

/** Facts about a piece that customs need and that may be missing. */
const customsGaps = ['hsCode', 'weightKg'] as const;
export type CustomsGap = (typeof customsGaps)[number];

/** A piece of which customs need to know more. Sent in `missing` if a customs declaration is refused. */
export const undeclaredListing = /* @__PURE__ */ z.object({
  /** Empty for a listing that was deleted. */
  listingId: z.string(),
  name: z.string(),
  fields: z.array(z.enum(customsGaps)),
});
export type UndeclaredListing = z.infer<typeof undeclaredListing>;

export const gapNames: Readonly<Record<CustomsGap, string>> = {
  hsCode: 'HS code',
  weightKg: 'weight',
};

export const parcelPaperEndpoints = {
  openPackingSlip: /* @__PURE__ */ endpoint({
    method: 'GET',
    path: '/admin/orders/:id/packing-slip',
    access: 'staff',
    summary: 'The packing slip of a paid order or of one shipment of it',
    ...ofOrder,
    reply: 'pdf',
    refuses: [404, 409],
  }),
  openCustomsDeclaration: /* @__PURE__ */ endpoint({
    method: 'GET',
    path: '/admin/orders/:id/customs-declaration',
    access: 'staff',
    summary:
      'Commercial invoice and CN23 data of an order that leaves the country of the shop, or of one shipment of it',
    ...ofOrder,
    reply: 'pdf',
    refuses: [404, 409],
  }),
};
