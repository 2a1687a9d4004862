import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api, apiBase, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Shop } from '#server/shop.ts';
import { access, type Caller } from './access.ts';
import { deviceOf } from './device.ts';
import { sendEvents } from './event-stream.ts';
import { type Call, Created, type DocumentReply, type EventsReply, type Handlers, type PdfReply } from './handlers.ts';
import { createKeptCalls, type SendKept } from './kept-calls.ts';
import { sendRefusal } from './refusals.ts';
import { readFiles } from './uploads.ts';

type AnyHandler = (call: Call<Endpoint>) => Promise<unknown> | unknown;

/**
 * Mounts every endpoint of the contract below /api. Throws when the table has a row without a handler or a handler no row:
 * the server does not start with a door that leads nowhere.
 */
export function mountApi(app: FastifyInstance, shop: Shop, handlers: Handlers<EndpointName>): void {
  const sendKept = createKeptCalls(shop);
  const names = new Set([...Object.keys(api), ...Object.keys(handlers)]);
  for (const name of names) {
    // A name of either object; the other may lack it, which is what is checked here.
    const row = api[name as EndpointName] as Endpoint | undefined;
    const handler = handlers[name as EndpointName] as AnyHandler | undefined;
    if (!row || !handler) throw new Error(`${name} has ${row ? 'no handler' : 'no row in contract/api.ts'}`);
    mountEndpoint(app, { shop, sendKept }, name, row, handler);
  }
  mountOtherMethods(app);
}

interface Means {
  shop: Shop;
  sendKept: SendKept;
}

function mountEndpoint(
  app: FastifyInstance,
  { shop, sendKept }: Means,
  name: string,
  row: Endpoint,
  handler: AnyHandler,
): void {
  app.route({
    method: row.method,
    url: apiBase + row.path,
    exposeHeadRoute: row.method === 'GET' && row.reply !== 'events',
    // Who may call is decided on the matched endpoint, before body, media type or id are looked at.
    onRequest: access(shop, row.access),
    handler: async (request, reply) => {
      const call = parseCall(shop, row, request, reply);
      if (isRefusal(call)) return sendRefusal(request, reply, call);
      if (row.kept) return sendKept(request, reply, () => handler(call));
      const answer = await handler(call);
      if (isRefusal(answer)) return sendRefusal(request, reply, answer);
      return sendAnswer(request, reply, row, answer, name);
    },
  });
}

function parseCall(shop: Shop, row: Endpoint, request: FastifyRequest, reply: FastifyReply): Call<Endpoint> | Refusal {
  // The multipart parser takes every such body; only an endpoint with `upload` reads it.
  if (!row.upload && request.isMultipart()) return refuse('wrongMediaType');
  const issues: Issue[] = [];
  const parse = (schema: Endpoint['body'], value: unknown) => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) issues.push({ path: issue.path.join('.'), message: issue.message });
    return undefined;
  };
  const params = parse(row.params, request.params);
  const query = parse(row.query, request.query);
  const body = parse(row.body, request.body ?? {});
  if (issues.length > 0) {
    const said = refuse('invalidInput', {}, { issues });
    return { ...said, message: issues[0]?.message ?? said.message };
  }
  const caller: Caller = request.caller;
  return {
    // Parsed by the row's own schemas just above; their types are the row's.
    params: params as never,
    query: query as never,
    body: body as never,
    session: caller.session,
    tokenHash: caller.tokenHash,
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
    device: deviceOf(request, reply, { isHttps: shop.settings.publicUrl.startsWith('https:') }),
    idempotencyKey: row.idempotent ? idempotencyKeyOf(request) : null,
    files: (limits) => readFiles(request, row.upload?.field ?? '', limits, shop.media),
  };
}

interface Issue {
  path: string;
  message: string;
}

function idempotencyKeyOf(request: FastifyRequest): string | null {
  const header = request.headers['idempotency-key'];
  return typeof header === 'string' && header !== '' ? header : null;
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, row: Endpoint, answer: unknown, name: string) {
  // What everybody may see may be kept, but is asked for every time: it is never shown stale.
  reply.header('Cache-Control', row.access === 'public' && row.method === 'GET' ? 'no-cache' : 'no-store');
  // The handler's type says which of these an endpoint answers (http/handlers.ts).
  if (row.reply === 'pdf') return sendPdf(reply, answer as PdfReply);
  if (row.reply === 'events') return sendEvents(request, reply, answer as EventsReply);
  if (row.reply === 'document') return sendDocument(reply, answer as DocumentReply);
  const [status, fields] = answer instanceof Created ? [201, answer.reply] : [row.status ?? 200, answer];
  if (typeof fields !== 'object' || fields === null) throw new Error(`${name} answered no object`);
  return reply.code(status).send({ success: true, ...fields });
}

function sendPdf(reply: FastifyReply, { pdf, filename, disposition }: PdfReply) {
  return reply
    .header('Content-Type', 'application/pdf')
    .header('Content-Disposition', `${disposition}; filename="${filename}"`)
    .send(pdf);
}

function sendDocument(reply: FastifyReply, { document, filename }: DocumentReply) {
  if (filename) reply.header('Content-Disposition', `attachment; filename="${filename}"`);
  return reply.send(document);
}

/** A known path with another method is 405, not 404. */
function mountOtherMethods(app: FastifyInstance): void {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;
  const paths = new Map<string, Set<string>>();
  for (const row of Object.values<Endpoint>(api)) {
    // Parameters of one position must have one name for the router.
    const known = paths.get(row.path) ?? new Set<string>();
    known.add(row.method);
    if (row.method === 'GET') known.add('HEAD');
    paths.set(row.path, known);
  }
  for (const [path, known] of paths) {
    app.route({
      method: methods.filter((method) => !known.has(method)),
      url: apiBase + path,
      onRequest: async (request, reply) => {
        reply.header('Allow', [...known].join(', '));
        return sendRefusal(request, reply, refuse('wrongMethod'));
      },
      handler: async () => undefined,
    });
  }
}
