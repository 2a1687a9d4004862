import { z } from 'zod';
import { listing } from './catalog.ts';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listQuery } from './lists.ts';
import { id, pathId } from './text.ts';
import { inLanguage } from './translations.ts';

const savedListing = z.object({ listingId: z.string(), savedAt: z.string(), listing });
export type SavedListing = z.infer<typeof savedListing>;

const byId = z.object({ id: pathId });
const allIds = z.object({ listingIds: z.array(z.string()) });

export const savedEndpoints = {
  listSaved: endpoint({
    method: 'GET',
    path: '/saved',
    access: 'customer',
    summary: 'Saved listings, newest first',
    query: listQuery(['savedAt']).pick({ page: true, pageSize: true }).extend(inLanguage.shape),
    reply: z.object({ saved: z.array(savedListing), total: z.number() }),
  }),
  listSavedIds: endpoint({
    method: 'GET',
    path: '/saved/ids',
    access: 'customer',
    summary: 'The ids of all saved listings, newest first',
    reply: allIds,
  }),
  saveListings: endpoint({
    method: 'PUT',
    path: '/saved',
    access: 'customer',
    summary: 'Save several listings, in the order newest first, e.g. what a guest saved before signing in',
    body: z.object({ listingIds: z.array(id).max(limits.savedListings) }),
    reply: allIds,
  }),
  saveListing: endpoint({
    method: 'PUT',
    path: '/saved/:id',
    access: 'customer',
    summary: 'Save a listing; does nothing if it is saved already',
    params: byId,
    reply: z.object({}),
    refuses: [404, 409],
  }),
  forgetListing: endpoint({
    method: 'DELETE',
    path: '/saved/:id',
    access: 'customer',
    summary: 'Remove a listing from the saved ones',
    params: byId,
    reply: z.object({}),
  }),
};
