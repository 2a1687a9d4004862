import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';
import { timeRanges } from './states.ts';
import { pathId } from './text.ts';

/** How often a listing was looked at, saved, put into a cart and enquired about. */
const visitCounts = z.object({
  views: z.number(),
  saves: z.number(),
  cartAdds: z.number(),
  enquiries: z.number(),
});
export type VisitCounts = z.infer<typeof visitCounts>;

const visitedListing = visitCounts.extend({ listingId: z.string(), name: z.string() });
export type VisitedListing = z.infer<typeof visitedListing>;

const visitSource = z.object({
  /** The host from which the visitors came; empty for all hosts that are counted together (docs/decisions/0044-visits.md). */
  host: z.string(),
  visits: z.number(),
});
export type VisitSource = z.infer<typeof visitSource>;

const period = z.object({ period: z.enum(timeRanges) });
const pages = listQuery(['views']).pick({ page: true, pageSize: true });

export const visitEndpoints = {
  countView: endpoint({
    method: 'POST',
    path: '/listings/:id/views',
    access: 'public',
    summary: 'Count a look at a listing that a browser shows without asking the server for its page',
    params: z.object({ id: pathId }),
    reply: z.object({}),
    refuses: [404],
  }),
  listVisitedListings: endpoint({
    method: 'GET',
    path: '/admin/visits/:period',
    access: 'viewer',
    summary: 'The listings that were looked at most in the last 30 days, 12 months, or in all months that are kept',
    params: period,
    query: pages,
    reply: z.object({ listings: z.array(visitedListing), total: z.number() }),
  }),
  listVisitSources: endpoint({
    method: 'GET',
    path: '/admin/visits/:period/sources',
    access: 'viewer',
    summary: 'From which other hosts visitors came, in the same time',
    params: period,
    query: pages,
    reply: z.object({ sources: z.array(visitSource), total: z.number() }),
  }),
  getProductVisits: endpoint({
    method: 'GET',
    path: '/admin/products/:id/visits',
    access: 'viewer',
    summary: 'How often a listing was looked at in the last 30 days',
    params: z.object({ id: pathId }),
    reply: z.object({ visits: visitCounts }),
    refuses: [404],
  }),
};
