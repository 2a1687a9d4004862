import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pathId } from './text.ts';

const params = z.object({ id: pathId });

export const invoiceFilename = (orderId: string) => `invoice-order-${orderId}.pdf`;

export const invoiceEndpoints = {
  openInvoice: endpoint({
    method: 'GET',
    path: '/orders/:id/invoice',
    access: 'customer',
    summary: 'The invoice, to look at; buyer and admin',
    params,
    reply: 'pdf',
  }),
  downloadInvoice: endpoint({
    method: 'GET',
    path: '/orders/:id/invoice/download',
    access: 'customer',
    summary: 'The invoice, to keep; buyer and admin',
    params,
    reply: 'pdf',
  }),
};
