import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { line } from './text.ts';

/** Endpoints for operators: health, the OpenAPI document and page speed. */
export const operationEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Health check; queries the database',
    reply: z.object({ database: z.string() }),
  }),
  getOpenApi: endpoint({
    method: 'GET',
    path: '/openapi.json',
    access: 'public',
    summary: 'This OpenAPI document',
    reply: 'document',
    document: z.looseObject({ openapi: z.string() }),
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
