import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findDashboard, salesBy } from './analytics.ts';

export function analyticsRoutes(shop: Shop): Handlers<'getDashboard' | 'getSales'> {
  return {
    getDashboard: ({ pageLanguage }) => findDashboard(shop, pageLanguage ?? 'en'),
    getSales: async ({ params, pageLanguage }) => ({ data: await salesBy(shop, params.period, pageLanguage ?? 'en') }),
  };
}
