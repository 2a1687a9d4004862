import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { adjustmentNoteFilename, type invoiceEndpoints, invoiceFilename } from '#contract/invoices.ts';
import type { Language } from '#contract/languages.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { customsFilename, packingSlipFilename, type parcelPaperEndpoints } from '#contract/parcel-papers.ts';
import { findParcelFacts } from '#server/features/catalog/catalog.ts';
import { findOrderDetails, findSale } from '#server/features/orders/orders.ts';
import { findShopFacts } from '#server/features/settings/settings.ts';
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts';
import type { Handlers, PdfReply, Session } from '#server/platform/http/handlers.ts';
import type { Issuer } from '#server/platform/pdf/sheet.ts';
import type { Shop } from '#server/shop.ts';
import { createLogoRenderer } from './invoice-logo.ts';
import { openAdjustmentNote, openInvoice } from './invoices.ts';
import { declarationOf, findParcel, type Parcel } from './parcel-papers.ts';
import { renderInThread } from './render-in-thread.ts';

const maxPending = 500;
/** Only with RATE_LIMITS=on. */
const maxPendingPerUser = 100;

export function invoiceRoutes(shop: Shop): Handlers<keyof typeof invoiceEndpoints | keyof typeof parcelPaperEndpoints> {
  const renderLogo = createLogoRenderer(shop);
  const enqueue = createFairQueue({
    // The thread renders one paper at a time; meanwhile a second call reads its order.
    concurrency: 2,
    maxWaiting: maxPending,
    maxWaitingPerCaller: shop.settings.rateLimits ? maxPendingPerUser : undefined,
    busy: 'too many invoices are pending',
  });
  const issuerIn = async (pageLanguage: Language | null) => {
    const { timeZone, currency } = shop.settings;
    const { name } = await findShopFacts(shop.database.read, shop);
    return { language: pageLanguage ?? 'en', shopName: name, timeZone, currency, logo: await renderLogo() };
  };
  const answer = async (
    { params, session, pageLanguage }: OrderCall,
    disposition: PdfReply['disposition'],
  ): Promise<PdfReply | Refusal> => {
    const order = await findOrderDetails(shop.database.read, params.id);
    if (!order) return refuse('orderNotFound');
    const invoice = await openInvoice(shop, order, session, (reader) => findSale(reader, params.id));
    if (isRefusal(invoice)) return invoice;
    const pdf = await renderInThread({ kind: 'invoice', issuer: await issuerIn(pageLanguage), invoice, order });
    return { pdf, filename: invoiceFilename(params.id), disposition };
  };
  const answerNote = async ({ params, session, pageLanguage }: NoteCall): Promise<PdfReply | Refusal> => {
    const order = await findOrderDetails(shop.database.read, params.id);
    if (!order) return refuse('orderNotFound');
    const note = await openAdjustmentNote(shop, { order, session, number: params.number });
    if (isRefusal(note)) return note;
    const pdf = await renderInThread({ kind: 'adjustment note', issuer: await issuerIn(pageLanguage), note, order });
    return { pdf, filename: adjustmentNoteFilename(params.number), disposition: 'attachment' };
  };
  const { answerSlip, answerCustoms } = parcelPapers(shop, issuerIn);
  const inTurn = (call: OrderCall, disposition: PdfReply['disposition']) =>
    enqueue({ caller: call.session.userId }, () => answer(call, disposition));
  return {
    openInvoice: (call) => inTurn(call, 'inline'),
    downloadInvoice: (call) => inTurn(call, 'attachment'),
    downloadAdjustmentNote: (call) => enqueue({ caller: call.session.userId }, () => answerNote(call)),
    openPackingSlip: (call) => enqueue({ caller: call.session.userId }, () => answerSlip(call)),
    openCustomsDeclaration: (call) => enqueue({ caller: call.session.userId }, () => answerCustoms(call)),
  };
}

/** The handlers for the papers that travel with a parcel. */
function parcelPapers(shop: Shop, issuerIn: (pageLanguage: Language | null) => Promise<Issuer>) {
  const parcelOf = async (
    { params, query }: ParcelCall,
    language: Language,
  ): Promise<{ order: OrderDetails; parcel: Parcel } | Refusal> => {
    const order = await findOrderDetails(shop.database.read, params.id);
    if (!order) return refuse('orderNotFound');
    const factsOf = (ids: readonly string[]) => findParcelFacts(shop.database.read, ids);
    const parcel = await findParcel(shop, order, { shipmentId: query.shipment, factsOf, language });
    return isRefusal(parcel) ? parcel : { order, parcel };
  };
  const answerSlip = async (call: ParcelCall): Promise<PdfReply | Refusal> => {
    const issuer = await issuerIn(call.pageLanguage);
    const found = await parcelOf(call, issuer.language);
    if (isRefusal(found)) return found;
    const pdf = await renderInThread({ kind: 'packing slip', issuer, parcel: found.parcel });
    return { pdf, filename: packingSlipFilename(call.params.id), disposition: 'inline' };
  };
  const answerCustoms = async (call: ParcelCall): Promise<PdfReply | Refusal> => {
    // Carriers and customs read the addresses in English.
    const found = await parcelOf(call, 'en');
    if (isRefusal(found)) return found;
    const declaration = await declarationOf(shop, found.order, found.parcel);
    if (isRefusal(declaration)) return declaration;
    const pdf = await renderInThread({ kind: 'customs', issuer: await issuerIn(call.pageLanguage), declaration });
    return { pdf, filename: customsFilename(call.params.id), disposition: 'inline' };
  };
  return { answerSlip, answerCustoms };
}

interface PaperCall {
  session: Session;
  pageLanguage: Language | null;
}
type OrderCall = PaperCall & { params: { id: string } };
type NoteCall = PaperCall & { params: { id: string; number: string } };
type ParcelCall = OrderCall & { query: { shipment?: string | undefined } };
