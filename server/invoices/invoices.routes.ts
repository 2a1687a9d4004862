import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { invoiceFilename } from '#contract/invoices.ts';
import type { Handlers, PdfReply, Session } from '#server/http/handlers.ts';
import { findOrderDetails } from '#server/orders/orders.ts';
import type { Shop } from '#server/shop.ts';
import { createLogoPrinter } from './invoice-logo.ts';
import { openInvoice } from './invoices.ts';
import { printInvoice } from './printing.ts';

export function invoiceRoutes(shop: Shop): Handlers<'openInvoice' | 'downloadInvoice'> {
  const printedLogo = createLogoPrinter(shop);
  const answer = async (
    orderId: string,
    session: Session,
    disposition: PdfReply['disposition'],
  ): Promise<PdfReply | Refusal> => {
    const order = await findOrderDetails(shop.database.read, orderId);
    if (!order) return refuse('orderNotFound');
    const invoice = await openInvoice(shop, order, session);
    if (isRefusal(invoice)) return invoice;
    const { shopName, timeZone, currency } = shop.settings;
    const issuer = { shopName, timeZone, currency, logo: await printedLogo() };
    return { pdf: await printInvoice({ issuer, invoice, order }), filename: invoiceFilename(orderId), disposition };
  };
  return {
    openInvoice: ({ params, session }) => answer(params.id, session, 'inline'),
    downloadInvoice: ({ params, session }) => answer(params.id, session, 'attachment'),
  };
}
