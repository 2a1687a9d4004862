import type { FastifyInstance } from 'fastify';
import { refuse } from '#contract/errors.ts';
import { sendRefusal } from './refusals.ts';

/** Of Node's HTTP server: what it would refuse in words of its own is refused by refuseOddProtocol(). */
export const httpOptions = { requireHostHeader: false };

/** HTTP/1.1 without a Host is 400, an expectation other than to continue 417 (RFC 9112 §3.2, RFC 9110 §10.1.1). */
export function refuseOddProtocol(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.addHook('onRequest', async (request, reply) => {
    const { headers, raw } = request;
    const status =
      headers.host === undefined && raw.httpVersion === '1.1'
        ? 400
        : headers.expect !== undefined && !/^100-continue$/i.test(headers.expect)
          ? 417
          : null;
    if (status !== null) return sendRefusal(request, reply, { ...refuse('invalidInput'), status });
  });
}
