import type { visitEndpoints } from '#contract/visits.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { isVisitor } from '#server/platform/http/page-visits.ts';
import type { Shop } from '#server/shop.ts';
import { countView, findVisitsOf, listVisitedListings, listVisitSources } from './visits.ts';

export function visitRoutes(shop: Shop): Handlers<keyof typeof visitEndpoints> {
  return {
    countView: async ({ params, userAgent }) =>
      (await countView(shop, params.id, isVisitor({ 'user-agent': userAgent }))) ?? {},
    listVisitedListings: ({ params, query }) => listVisitedListings(shop, params.period, query),
    listVisitSources: ({ params, query }) => listVisitSources(shop, params.period, query),
    getProductVisits: ({ params }) => findVisitsOf(shop, params.id),
  };
}
