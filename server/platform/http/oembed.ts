import type { FastifyInstance } from 'fastify';
import { refuse } from '#contract/errors.ts';
import { sendRefusal } from './refusals.ts';

interface OembedRequest {
  url: string;
  /** Pixels, like `maxHeight`; infinity if the caller sets no limit. */
  maxWidth: number;
  maxHeight: number;
}

type Find = (request: OembedRequest) => Promise<object | null>;

/** Serves `/oembed` (oembed.com): what `find` says about a page of the shop, as JSON. One query is enough, so it is not cached. */
export function registerOembed(app: FastifyInstance, find: Find): void {
  app.get<{ Querystring: Record<string, unknown> }>('/oembed', async (request, reply) => {
    const { query } = request;
    const { url, format } = query;
    if (typeof url !== 'string') return sendRefusal(request, reply, refuse('oembedUrlNeeded'));
    if (format !== undefined && format !== 'json') return sendRefusal(request, reply, refuse('oembedFormat'));
    const found = await find({ url, maxWidth: pixelsOf(query.maxwidth), maxHeight: pixelsOf(query.maxheight) });
    if (!found) return sendRefusal(request, reply, refuse('oembedUnknown'));
    return reply
      .headers({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' })
      .send(JSON.stringify(found));
  });
}

const pixelsOf = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY;
