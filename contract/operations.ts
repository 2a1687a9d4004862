import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { line } from './text.ts';

/** What keeps the shop running rather than what it sells: readiness, the contract itself, how fast pages were for people. */
export const operationEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Ready to sell? Asks the database',
    reply: z.object({ database: z.string() }),
  }),
  getOpenApi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This contract, generated',
    reply: 'document',
  }),
  reportVitals: endpoint({
    method: 'POST',
    path: '/vitals',
    access: 'public',
    summary: 'Web vitals of one page view; logged, not stored',
    body: z.object({
      name: z.enum(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
      value: z.number().min(0).max(1e7),
      page: line(200).optional(),
    }),
    reply: z.object({}),
  }),
};
