import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { invoiceFilename } from '#contract/invoices.ts';
import { findOrderDetails } from '#server/features/orders/orders.ts';
import type { Handlers, PdfReply, Session } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { createLogoRenderer } from './invoice-logo.ts';
import { openInvoice } from './invoices.ts';
import { renderInThread } from './render-in-thread.ts';

export function invoiceRoutes(shop: Shop): Handlers<'openInvoice' | 'downloadInvoice'> {
  const renderLogo = createLogoRenderer(shop);
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
    const issuer = { shopName, timeZone, currency, logo: await renderLogo() };
    return { pdf: await renderInThread({ issuer, invoice, order }), filename: invoiceFilename(orderId), disposition };
  };
  return {
    openInvoice: ({ params, session }) => answer(params.id, session, 'inline'),
    downloadInvoice: ({ params, session }) => answer(params.id, session, 'attachment'),
  };
}
