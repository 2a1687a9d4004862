import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { api, apiBase, type EndpointName } from '#contract/api.ts';
import { hasInvented } from '#contract/collection-search.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { limits } from '#contract/limits.ts';
import { runAsCaller } from '#server/platform/concurrency/current-caller.ts';
import { translateText } from '../translations.ts';
import { type Caller, createAccess, type Sessions } from './access.ts';
import { hasBody } from './bodies.ts';
import { bodyLimitOf } from './body-limits.ts';
import { callerNetwork } from './client-network.ts';
import { deviceOf } from './device.ts';
import { refuseStream, sendEvents } from './event-stream.ts';
import {
  type Call,
  Created,
  type CsvReply,
  type DocumentReply,
  type EventsReply,
  type FileReply,
  type Handlers,
  type PdfReply,
} from './handlers.ts';
import { type Issue, RequestRefused, refuseIssues, sendRefusal } from './refusals.ts';
import { languageOf, pageLanguageOf } from './request-language.ts';
import { type RenderedResponse, sendCached } from './response-cache.ts';
import { type CheckAccess, readFiles, type UploadStorage } from './uploads.ts';
import { hasHead, mountWrongMethods } from './wrong-method.ts';

type AnyHandler = (call: Call<Endpoint>) => Promise<unknown> | unknown;

/** What the endpoints need from features. server/app.ts passes it in. */
export interface ApiServices {
  publicUrl: string;
  rateLimits: boolean;
  sessions: Sessions;
  uploads: UploadStorage;
  /** When the first live hold ends, epoch milliseconds; null if there is none. */
  firstHoldEnd: () => Promise<number | null>;
}

/**
 * Mounts every endpoint of the contract below /api. Throws when the table has a row without a handler, or a handler has no
 * row, so that the server does not start.
 */
export function mountApi(app: FastifyInstance, services: ApiServices, handlers: Handlers<EndpointName>): void {
  const names = new Set([...Object.keys(api), ...Object.keys(handlers)]);
  const uploads: Mount[] = [];
  for (const name of names) {
    // The name is a key of one of the two objects; whether the other has it is checked below.
    const row = api[name as EndpointName] as Endpoint | undefined;
    const handler = handlers[name as EndpointName] as AnyHandler | undefined;
    if (!row || !handler) throw new Error(`${name} has ${row ? 'no handler' : 'no row in contract/api.ts'}`);
    const mount = (plugin: FastifyInstance) => mountEndpoint(plugin, services, name, row, handler);
    if (row.upload) uploads.push(mount);
    else if (row.rawBody) mountWithBytes(app, mount);
    else mount(app);
  }
  mountWithUploads(app, uploads);
  mountWrongMethods(app);
}

type Mount = (plugin: FastifyInstance) => void;

/** Mounts the endpoints with uploads. Only they have the multipart parser, whose hooks would take time of every other request. */
function mountWithUploads(app: FastifyInstance, mounts: readonly Mount[]): void {
  app.register((plugin, _options, done) => {
    plugin.register(multipart).after(() => {
      for (const mount of mounts) mount(plugin);
    });
    done();
  });
}

/**
 * Mounts an endpoint whose handler gets the bytes of the body. The parser applies only inside this plugin, so other endpoints still get
 * parsed bodies.
 */
function mountWithBytes(app: FastifyInstance, mount: Mount): void {
  app.register((plugin, _options, done) => {
    plugin.removeAllContentTypeParsers();
    plugin.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    mount(plugin);
    done();
  });
}

function mountEndpoint(
  app: FastifyInstance,
  services: ApiServices,
  name: string,
  row: Endpoint,
  handler: AnyHandler,
): void {
  const access = createAccess(services.sessions, row);
  app.route({
    method: hasHead(row) ? ['GET', 'HEAD'] : row.method,
    url: apiBase + row.path,
    config: { endpoint: name },
    ...(!row.upload && { bodyLimit: bodyLimitOf(row) }),
    exposeHeadRoute: false,
    // Access is checked before body, media type and id are read (docs/behaviour/api.md, 11).
    onRequest: access.onRequest,
    handler: async (request, reply) => {
      // The caller may have lost the access while the body arrived. The files of an upload have not arrived yet.
      const refused = hasBody(request) && !row.upload ? await access.check(request) : null;
      if (refused) return sendRefusal(request, reply, refused);
      const call = parseCall(services, row, request, reply, access.check);
      if (isRefusal(call)) return sendRefusal(request, reply, call);
      if (row.cached) {
        const isInvented = hasInvented(new URLSearchParams(request.url.split('?')[1]));
        return sendCached(request, reply, cacheKeyOf(row, call), async () => {
          const rendered = await renderPublicReply(services, handler, call);
          // What expires at once is not kept.
          return isInvented ? { ...rendered, expiresAt: 0 } : rendered;
        });
      }
      const refusedStream = row.reply === 'events' && services.rateLimits ? refuseStream(request.ip) : null;
      // On SQLite callers take turns at writing, so the database has to know who calls.
      const caller = call.session?.userId ?? callerNetwork(call.address);
      const rights = access.rightsOf(request, call.session);
      const answer = refusedStream ?? (await runAsCaller(caller, () => handler(call), rights));
      if (isRefusal(answer)) return sendRefusal(request, reply, answer);
      return sendAnswer(request, reply, row, answer, name);
    },
  });
}

function parseCall(
  services: ApiServices,
  row: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  checkAccess: CheckAccess,
): Call<Endpoint> | Refusal {
  const issues: Issue[] = [];
  const parse = <Value>(schema: z.ZodType<Value> | undefined, value: unknown): Value | undefined => {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues) issues.push({ path: issue.path.join('.'), message: issue.message });
    return undefined;
  };
  const params = parse(row.params, request.params);
  const query = parse(row.query, request.query);
  // A missing body counts as `{}`. A body of `null` was sent, so the schema refuses it.
  const body = row.rawBody
    ? (request.body ?? new Uint8Array())
    : parse(row.body, request.body === undefined ? {} : request.body);
  const key = row.idempotent ? parse(idempotencyKey, request.headers['idempotency-key']) : undefined;
  if (issues.length > 0) return refuseIssues(issues);
  const caller: Caller = request.caller;
  return {
    // Parsed above by the schemas that define these types.
    params: params as never,
    query: query as never,
    body: body as never,
    session: caller.session,
    tokenHash: caller.tokenHash,
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? ''),
    pageLanguage: pageLanguageOf(request),
    device: deviceOf(request, reply, { isHttps: services.publicUrl.startsWith('https:') }),
    header: (header) => String(request.headers[header] ?? ''),
    idempotencyKey: key ?? null,
    files: (limits) =>
      readFiles(request, { field: row.upload?.field ?? '', limits, storage: services.uploads, checkAccess }),
  };
}

const idempotencyKey = z
  .string()
  .min(1, 'An Idempotency-Key has 1 to 255 characters')
  .max(limits.idempotencyKey, 'An Idempotency-Key has 1 to 255 characters')
  .optional();

/** Returns the cache key: the endpoint's path with its declared parameters. Unknown query parameters are left out. */
function cacheKeyOf(row: Endpoint, { params, query }: Call<Endpoint>): string {
  const values = new Map(Object.entries(params ?? {}));
  const path = row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {}))
    for (const item of [value ?? []].flat()) search.append(name, String(item));
  return apiBase + path + (search.size > 0 ? `?${search}` : '');
}

async function renderPublicReply(
  { firstHoldEnd }: ApiServices,
  handler: AnyHandler,
  call: Call<Endpoint>,
): Promise<RenderedResponse> {
  // Read before the rows, so that a hold that ends in between is not shown for longer than it lasts.
  const expiresAt = await firstHoldEnd();
  const answer = await handler(call);
  if (isRefusal(answer)) throw new RequestRefused(answer);
  const body = Buffer.from(JSON.stringify({ success: true, ...Object(answer) }));
  return { status: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body, expiresAt };
}

function sendAnswer(request: FastifyRequest, reply: FastifyReply, row: Endpoint, answer: unknown, name: string) {
  // Public responses may be stored but are revalidated every time (docs/behaviour/api.md, 14).
  reply.header('Cache-Control', row.access === 'public' && row.method === 'GET' ? 'no-cache' : 'no-store');
  // The handler's type guarantees the reply that belongs to `row.reply` (handlers.ts).
  if (row.reply === 'pdf') return sendPdf(reply, answer as PdfReply);
  if (row.reply === 'csv') return sendCsv(reply, answer as CsvReply);
  if (row.reply === 'file') return sendFile(reply, answer as FileReply, row.contentType);
  if (row.reply === 'events') return sendEvents(request, reply, answer as EventsReply);
  if (row.reply === 'document') return sendDocument(reply, answer as DocumentReply, row.filename);
  const [status, fields] = answer instanceof Created ? [201, answer.reply] : [row.status ?? 200, answer];
  if (typeof fields !== 'object' || fields === null) throw new Error(`${name} did not return an object`);
  return reply.code(status).send({ success: true, ...withMessageIn(languageOf(request), fields) });
}

/** Returns the fields with `message`, if there is one, translated into the language. */
function withMessageIn(language: Language, fields: object): object {
  if (language === 'en' || !('message' in fields)) return fields;
  const { message } = fields;
  return typeof message === 'string' ? { ...fields, message: translateText(message, language) } : fields;
}

function sendPdf(reply: FastifyReply, { pdf, filename, disposition }: PdfReply) {
  reply
    .header('Content-Type', 'application/pdf')
    .header('Content-Disposition', `${disposition}; filename="${filename}"`);
  return Buffer.isBuffer(pdf) ? reply.send(pdf) : reply.header('Content-Length', pdf.size).send(pdf.content);
}

function sendCsv(reply: FastifyReply, { csv, filename }: CsvReply) {
  return reply
    .header('Content-Type', 'text/csv; charset=utf-8')
    .header('Content-Disposition', `attachment; filename="${filename}"`)
    .send(csv);
}

function sendFile(reply: FastifyReply, { content, filename }: FileReply, type: Endpoint['contentType']) {
  return reply
    .header('Content-Type', type?.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header('Content-Disposition', `attachment; filename="${filename}"`)
    .send(content);
}

/** Documents as they are sent, so that a document that a handler keeps is written once. */
const documentTexts = new WeakMap<object, string>();

function sendDocument(reply: FastifyReply, { document }: DocumentReply, filename?: string) {
  if (filename) reply.header('Content-Disposition', `attachment; filename="${filename}"`);
  const text = documentTexts.get(document) ?? JSON.stringify(document);
  documentTexts.set(document, text);
  return reply.type('application/json; charset=utf-8').send(text);
}
