import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const counts = z.object({ listings: z.number(), users: z.number(), orders: z.number() });

export const demoEndpoints = {
  getDemo: endpoint({
    method: 'GET',
    path: '/admin/demo',
    access: 'admin',
    summary: 'How much of the demo is still in the shop',
    reply: counts,
  }),
  removeDemo: endpoint({
    method: 'DELETE',
    path: '/admin/demo',
    access: 'admin',
    summary: 'Take all of the demo away, and nothing else',
    reply: z.object({ removed: counts }),
  }),
};
