import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pathId } from './text.ts';

// `@__PURE__`: a page that only names the file is built without the schemas, and without zod.
const params = /* @__PURE__ */ z.object({ id: pathId });

export const invoiceFilename = (orderId: string) => `invoice-order-${orderId}.pdf`;

export const invoiceEndpoints = {
  openInvoice: /* @__PURE__ */ endpoint({
    method: 'GET',
    path: '/orders/:id/invoice',
    access: 'customer',
    summary: 'The invoice, to look at; buyer and admin',
    params,
    reply: 'pdf',
  }),
  downloadInvoice: /* @__PURE__ */ endpoint({
    method: 'GET',
    path: '/orders/:id/invoice/download',
    access: 'customer',
    summary: 'The invoice, to keep; buyer and admin',
    params,
    reply: 'pdf',
  }),
};
