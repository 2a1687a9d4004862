import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { apiBase } from '#contract/api.ts';
import { refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { accountRoutes } from '#server/accounts/accounts.routes.ts';
import { analyticsRoutes } from '#server/analytics/analytics.routes.ts';
import { auditRoutes } from '#server/audit/audit.routes.ts';
import { cartRoutes } from '#server/cart/cart.routes.ts';
import { cartOf } from '#server/cart/cart.ts';
import { catalogRoutes } from '#server/catalog/catalog.routes.ts';
import { checkoutRoutes } from '#server/checkout/checkout.routes.ts';
import { demoRoutes } from '#server/demo/demo.routes.ts';
import { enquiryRoutes } from '#server/enquiries/enquiries.routes.ts';
import { invoiceRoutes } from '#server/invoices/invoices.routes.ts';
import { mediaRoutes, registerMediaFiles } from '#server/media/media.routes.ts';
import { operationRoutes } from '#server/operations/operations.routes.ts';
import { orderRoutes } from '#server/orders/orders.routes.ts';
import { findOrderDetails, listOrders } from '#server/orders/orders.ts';
import { acceptJson, arrivalPatience, limitArrival } from './http/bodies.ts';
import { endEventStreams } from './http/event-stream.ts';
import { apiHeaders } from './http/headers.ts';
import { keepAnswers } from './http/kept-answers.ts';
import { mountApi } from './http/mount.ts';
import { httpOptions, refuseOddProtocol } from './http/protocol.ts';
import { answerBrokenRequest, sendAccident, sendRefusal } from './http/refusals.ts';
import type { Shop } from './shop.ts';

/**
 * The whole API over a shop, without a port: main.ts listens with it, tests call it. Pages are registered by main.ts,
 * because the web floor is its business to introduce.
 */
export async function createApp(shop: Shop): Promise<FastifyInstance> {
  const { publicUrl, trustProxy } = shop.settings;
  const log: FastifyBaseLogger = shop.log;
  const headers = apiHeaders(publicUrl);
  const newRequestId = () => shop.randomBytes(9).toString('base64url');
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: !['debug', 'trace'].includes(shop.settings.logLevel) }),
    genReqId: newRequestId,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    bodyLimit: limits.jsonBody,
    requestTimeout: arrivalPatience.upload,
    http: { ...httpOptions, headersTimeout: arrivalPatience.headers, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: 'idle',
    // Whoever came in before the door closed is served: no proxy may send a purchase twice to find out.
    return503OnClosing: false,
    clientErrorHandler: answerBrokenRequest(headers, { log, newRequestId }),
    // An address that cannot be read meets no hook.
    frameworkErrors: (error, request, reply) => sendAccident(error, request, reply.headers(headers)),
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers);
  });
  refuseOddProtocol(app);
  app.decorateRequest('caller', null as never);
  app.setErrorHandler(sendAccident);
  app.setNotFoundHandler((request, reply) => sendRefusal(request, reply, refuse('unknownPath')));
  app.addHook('preClose', async () => endEventStreams());
  keepAnswers(app, { revision: () => shop.database.catalogRevision(), clock: shop.clock });
  limitArrival(app);
  acceptJson(app);
  await app.register(multipart);

  registerMediaFiles(app, shop);
  mountApi(app, shop, {
    ...accountRoutes(shop, (userId) => keptOf(shop, userId)),
    ...catalogRoutes(shop),
    ...cartRoutes(shop),
    ...checkoutRoutes(shop),
    ...orderRoutes(shop),
    ...invoiceRoutes(shop),
    ...enquiryRoutes(shop),
    ...mediaRoutes(shop),
    ...analyticsRoutes(shop),
    ...auditRoutes(shop),
    ...demoRoutes(shop),
    ...operationRoutes(shop),
  });
  app.all(`${apiBase}/*`, (request, reply) => sendRefusal(request, reply, refuse('unknownPath')));
  return app;
}

/** What the rooms above accounts keep about a person, for the download of one's own records. */
async function keptOf(shop: Shop, userId: string) {
  const { orders } = await listOrders(shop, {}, { userId });
  const details = await Promise.all(orders.map((order) => findOrderDetails(shop.database.read, order.id)));
  return { orders: details, cart: await cartOf(shop, userId) };
}
