import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pathId } from './text.ts';

// `@__PURE__`: bundles that import only the file name contain neither these schemas nor zod.
const params = /* @__PURE__ */ z.object({ id: pathId });

export const invoiceFilename = (orderId: string) => `invoice-order-${orderId}.pdf`;

export const adjustmentNoteFilename = (number: string) => `adjustment-note-${number}.pdf`;

export const invoiceEndpoints = {
  openInvoice: /* @__PURE__ */ endpoint({
    method: 'GET',
    path: '/orders/:id/invoice',
    access: 'customer',
    summary: 'View an invoice; for the buyer and admins',
    params,
    reply: 'pdf',
    refuses: [404, 409],
  }),
  downloadInvoice: /* @__PURE__ */ endpoint({
    method: 'GET',
    path: '/orders/:id/invoice/download',
    access: 'customer',
    summary: 'Download an invoice; for the buyer and admins',
    params,
    reply: 'pdf',
    refuses: [404, 409],
  }),
  downloadAdjustmentNote: /* @__PURE__ */ endpoint({
    method: 'GET',
    path: '/orders/:id/adjustment-notes/:number',
    access: 'customer',
    summary: 'Download an adjustment note to a tax invoice; for the buyer and admins',
    params: /* @__PURE__ */ z.object({ id: pathId, number: pathId }),
    reply: 'pdf',
    refuses: [404],
  }),
};
