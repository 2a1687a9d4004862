import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';

import { type Refusal, refuse } from '#contract/errors.ts';
import { isAway, isBusy, isDiskFailure } from '#server/database/dialect.ts';
import { DatabaseAway, DiskFailing } from '#server/database/failures.ts';

const retryAfterSeconds = 2;

/** A "no" as JSON: success, message, requestId, and what the refusal carries (CONTRACT.md, Ground rules). */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { retryAfterSeconds: wait, ...details } = refusal.details;
  if (refusal.status === 429 || refusal.status === 503) {
    reply.header('Retry-After', String(typeof wait === 'number' ? wait : retryAfterSeconds));
  }
  if (refusal.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (refusal.status === 400 && !('issues' in details)) Object.assign(details, { issues: [] });
  const path = request.url.split('?')[0];
  request.log.info({ status: refusal.status, refused: refusal.refused, method: request.method, path }, 'refused');
  return reply
    .header('Cache-Control', 'no-store')
    .code(refusal.status)
    .send({ success: false, message: refusal.message, ...details, requestId: request.id });
}

/** Anything thrown: what HTTP has a word for keeps it, the rest is one logged, plain 500 (ARCHITECTURE.md, decision 2). */
export function sendAccident(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const expected = expectedRefusal(error);
  if (expected) {
    if (expected.status === 503) request.log.warn({ err: error }, 'not possible right now');
    return sendRefusal(request, reply, expected);
  }
  request.log.error({ err: error }, 'accident');
  return sendRefusal(request, reply, refuse('accident'));
}

function expectedRefusal(error: FastifyError): Refusal | null {
  if (error instanceof DiskFailing || isDiskFailure(error)) return refuse('noSpace', {}, { retryAfterSeconds: 30 });
  if (error instanceof DatabaseAway || isAway(error) || isBusy(error)) return refuse('unavailable');
  const status = error.statusCode ?? 500;
  if (status === 413) return refuse('tooLarge');
  if (status === 415 || status === 406) return refuse('wrongMediaType');
  if (status === 503) return refuse('unavailable');
  if (status >= 400 && status < 500) {
    // Of the other codes HTTP has, the status stays and the words are ours: a library's may name what it should not.
    return { ...refuse('invalidInput', {}, status === 400 ? { issues: [] } : {}), status };
  }
  return null;
}

/** What is no HTTP, too slow, or has headers too large: answered on the bare socket, in the same JSON, with these headers. */
export function answerBrokenRequest(
  headers: Readonly<Record<string, string>>,
  { log, newRequestId }: { log: FastifyBaseLogger; newRequestId: () => string },
) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [status, reason] = brokenRequests[error.code ?? ''] ?? [400, 'Bad Request'];
    const requestId = newRequestId();
    log.info({ reqId: requestId, status, code: error.code }, 'refused');
    const details = status === 400 ? { issues: [] } : {};
    const body = JSON.stringify({ success: false, message: refuse('invalidInput').message, ...details, requestId });
    const head = Object.entries({
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      Connection: 'close',
    });
    const lines = head.map((header) => `${header.join(': ')}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${lines}\r\n${body}`);
  };
}

const brokenRequests: Readonly<Record<string, [status: number, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};
