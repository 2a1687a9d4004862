import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const counts = z.object({ listings: z.number(), users: z.number(), orders: z.number() });

export const demoEndpoints = {
  getDemo: endpoint({
    method: 'GET',
    path: '/admin/demo',
    access: 'viewer',
    summary: 'How many demo listings, users and orders remain',
    reply: counts,
  }),
  removeDemo: endpoint({
    method: 'DELETE',
    path: '/admin/demo',
    access: 'owner',
    confirmed: true,
    summary: 'Delete all demo data',
    reply: z.object({ removed: counts }),
    refuses: [409],
  }),
};
