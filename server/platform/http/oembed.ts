import type { FastifyInstance, FastifyReply } from 'fastify';

interface OembedRequest {
  url: string;
  /** Pixels; infinity where the caller sets no limit. */
  maxWidth: number;
  maxHeight: number;
}

type Find = (request: OembedRequest) => Promise<object | null>;

/** Serves `/oembed` (oembed.com): what `find` says about a page of the shop, as JSON. One query, so it is not cached. */
export function registerOembed(app: FastifyInstance, find: Find): void {
  app.get<{ Querystring: Record<string, unknown> }>('/oembed', async ({ query }, reply) => {
    const { url, format } = query;
    if (typeof url !== 'string') return send(reply, 400, { message: 'Please give the url of a page.' });
    if (format !== undefined && format !== 'json') return send(reply, 501, { message: 'Only JSON is offered.' });
    const found = await find({ url, maxWidth: pixelsOf(query.maxwidth), maxHeight: pixelsOf(query.maxheight) });
    return found ? send(reply, 200, found) : send(reply, 404, { message: 'No page of the shop has this url.' });
  });
}

const pixelsOf = (value: unknown) =>
  typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) ? Number(value) : Number.POSITIVE_INFINITY;

const send = (reply: FastifyReply, status: number, body: object) =>
  reply
    .code(status)
    .headers({ 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' })
    .send(JSON.stringify(body));
