import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { line } from './text.ts';

/** Endpoints for operators: health, the OpenAPI document and page speed. */
export const operationEndpoints = {
  getHealth: endpoint({
    method: 'GET',
    path: '/health',
    access: 'public',
    summary: 'Health check; queries the database. With the token of METRICS_TOKEN also backups and free disk',
    reply: z.object({
      database: z.string(),
      /** The version of the shop's program, as in CHANGELOG.md. */
      version: z.string(),
      /** Null: the shop makes no nightly backups. */
      backup: z
        .object({
          result: z.enum(['good', 'unrestorable', 'failed', 'running', 'none']),
          /** When the last backup that could be restored was begun. */
          lastGoodAt: z.string().nullable(),
        })
        .nullable()
        .optional(),
      disks: z
        .array(
          z.object({
            place: z.enum(['data', 'backups']),
            freeBytes: z.number(),
            sizeBytes: z.number(),
            isNearlyFull: z.boolean(),
          }),
        )
        .optional(),
    }),
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
