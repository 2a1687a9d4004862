import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { type Days, gstReport, resaleReport } from './reports.ts';

export function reportRoutes(shop: Shop): Handlers<'getGstReport' | 'getResaleReport'> {
  const filename = (name: string, { from, to }: Days) => `${name}-${from}-${to}.csv`;
  return {
    getGstReport: async ({ query }) => ({ csv: await gstReport(shop, query), filename: filename('gst', query) }),
    getResaleReport: async ({ query }) => ({
      csv: await resaleReport(shop, query),
      filename: filename('resales', query),
    }),
  };
}
