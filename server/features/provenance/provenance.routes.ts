import type { FastifyInstance } from 'fastify';
import { isRefusal, refuse } from '#contract/errors.ts';
import type { provenanceEndpoints } from '#contract/provenance.ts';
import { linkedArtPath } from '#contract/provenance-lines.ts';
import { findListing } from '#server/features/catalog/catalog.ts';
import { findOwnOrder } from '#server/features/orders/orders.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { sendRefusal } from '#server/platform/http/refusals.ts';
import type { Shop } from '#server/shop.ts';
import { linkedArtOf } from './linked-art.ts';
import {
  addProvenance,
  answerName,
  correctProvenance,
  findProvenance,
  listProvenance,
  nameBuyer,
} from './provenance.ts';

export function provenanceRoutes(shop: Shop): Handlers<keyof typeof provenanceEndpoints> {
  return {
    getProvenance: async ({ params }) => {
      const listing = await findListing(shop, params.id);
      if (isRefusal(listing)) return listing;
      return { provenance: await findProvenance(shop.database.read, params.id) };
    },
    listProvenance: ({ params }) => listProvenance(shop, params.id),
    addProvenance: ({ params, body, session }) => addProvenance(shop, session.userId, params.id, body),
    correctProvenance: ({ params: { id, entryId }, body: { reason, ...by }, session }) =>
      correctProvenance(shop, session.userId, id, { entryId, reason, by }),
    strikeProvenance: ({ params: { id, entryId }, body: { reason }, session }) =>
      correctProvenance(shop, session.userId, id, { entryId, reason, by: null }),
    setNameInProvenance: async ({ params, body, session }) => {
      const order = await findOwnOrder(shop, session.userId, params.id);
      if (isRefusal(order)) return order;
      return nameBuyer(shop, { orderId: order.id, userId: session.userId, name: body.name });
    },
    answerNameInProvenance: ({ params, body, session }) =>
      answerName(shop, session.userId, { orderId: params.id, ...body }),
  };
}

/** Serves a piece that has a public provenance as Linked Art, for museums and catalogues. */
export function registerLinkedArt(app: FastifyInstance, shop: Shop): void {
  app.get<{ Params: { id: string } }>(linkedArtPath(':id'), async (request, reply) => {
    const listing = await findListing(shop, request.params.id);
    if (isRefusal(listing)) return sendRefusal(request, reply, listing);
    const address = `${shop.settings.publicUrl}/product/${encodeURIComponent(listing.id)}`;
    const lines = await findProvenance(shop.database.read, listing.id);
    if (lines.length === 0) return sendRefusal(request, reply, refuse('unknownPath'));
    return reply
      .header('Cache-Control', 'no-cache')
      .type('application/ld+json; charset=utf-8')
      .send(JSON.stringify(linkedArtOf(address, listing, lines)));
  });
}
