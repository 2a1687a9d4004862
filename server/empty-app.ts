import { maxHeaderSize } from 'node:http';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { runAsRead } from './platform/concurrency/current-caller.ts';
import { limitArrivingBytes } from './platform/http/arriving-bytes.ts';
import { receiveBodies } from './platform/http/bodies.ts';
import { endEventStreams } from './platform/http/event-stream.ts';
import { apiHeaders } from './platform/http/headers.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { isOneOfMany } from './platform/http/page-address.ts';
import { isVisitor, outsideHost } from './platform/http/page-visits.ts';
import { refuseProtocolFaults, routedTarget } from './platform/http/protocol.ts';
import { answerMalformedRequest, sendInternalError, sendRefusal } from './platform/http/refusals.ts';
import { ResponseCache, type ResponseCacheOptions } from './platform/http/response-cache.ts';
import type { Shop } from './shop.ts';

const megabyte = 1_048_576;
/** Bytes of public responses that are cached in memory. */
const responseCacheCapacity = { plain: 64 * megabyte, others: 32 * megabyte };

/** Returns the app without routes: its server, cache of responses, limits of bodies, and answers to what no route takes. */
export function createEmptyApp(shop: Shop): FastifyInstance {
  const { publicUrl, trustProxy } = shop.settings;
  const log: FastifyBaseLogger = shop.log;
  const headers = apiHeaders(publicUrl);
  const responseCache = new ResponseCache({
    capacity: responseCacheCapacity,
    isOneOfMany,
    revision: () => shop.database.catalogRevision(),
    clock: shop.clock,
    headers,
    onPageSent: visitsOf(shop),
  });
  // Unguessable, 12 characters.
  const newRequestId = () => shop.randomBytes(9).toString('base64url');
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: !['debug', 'trace'].includes(shop.settings.logLevel) }),
    genReqId: newRequestId,
    rewriteUrl: routedTarget,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: limits.jsonBody,
    // Schemas are those of the contract, so Fastify's libraries for schemas are never loaded.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    // An id of any length is answered like one that nothing has; Node limits the whole head of a request.
    routerOptions: { maxParamLength: maxHeaderSize },
    // Cached responses are sent without Fastify's router, which costs more than they do.
    serverFactory: (router) =>
      createHttpServer((request, response) => responseCache.answer(request, response, () => router(request, response))),
    forceCloseConnections: 'idle',
    // Requests that arrived before shutdown are still answered, so that a proxy never has to repeat a purchase.
    return503OnClosing: false,
    clientErrorHandler: answerMalformedRequest(headers, {
      log,
      newRequestId,
      answerOtherMethod: (url) => app.inject({ method: 'TRACE', url }),
    }),
    // Fastify runs no hook for a URL that it cannot parse.
    frameworkErrors: (error, request, reply) => sendInternalError(error, request, reply.headers(headers)),
  });
  app.addHook('onRequest', ({ method }, reply, done) => {
    reply.headers(headers);
    // Every route, of the API or not, gets the check of decision 0065.
    if (method === 'GET' || method === 'HEAD') runAsRead(done);
    else done();
  });
  refuseProtocolFaults(app);
  app.decorateRequest('caller', null as never);
  app.setErrorHandler(sendInternalError);
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, refuse('unknownPath')));
  app.addHook('preClose', async () => endEventStreams());
  app.decorate('responseCache', responseCache);
  app.addHook('preClose', async () => responseCache.close());
  receiveBodies(app);
  limitArrivingBytes(app, { limitsClients: shop.settings.rateLimits });
  return app;
}

function refuseSchema(): never {
  throw new Error('A route has a schema for Fastify: schemas belong into contract/');
}

/** Counts the pages that visitors are shown, and the other sites that led them here. */
function visitsOf({ visits, settings }: Shop): NonNullable<ResponseCacheOptions['onPageSent']> {
  return ({ listingId }, headers) => {
    if (!isVisitor(headers)) return;
    if (listingId !== null) visits.count(listingId, 'views');
    const host = outsideHost(headers, settings.publicUrl);
    if (host !== null) visits.countSource(host);
  };
}
