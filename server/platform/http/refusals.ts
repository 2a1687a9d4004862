import { type OutgoingHttpHeaders, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest, LightMyRequestResponse } from 'fastify';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { isBusy, isConnectionFailure, isDiskFailure } from '#server/platform/database/database-errors.ts';
import { DiskFailure, ProcessKilled, ServiceUnavailable } from '#server/platform/failures.ts';
import { translateText } from '../translations.ts';
import { languageOf } from './request-language.ts';
import { logRefusalEvent } from './security-refusals.ts';

const retryAfterSeconds = 2;

/** Sends a refusal as JSON: success, message, requestId and its details (docs/behaviour/api.md, 2). */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
  const { retryAfterSeconds: wait, ...details } = refusal.details;
  if (refusal.status === 429 || refusal.status === 503) {
    reply.header('Retry-After', String(typeof wait === 'number' ? wait : retryAfterSeconds));
  }
  if (refusal.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  if (refusal.status === 400 && !('issues' in details)) Object.assign(details, { issues: [] });
  const path = request.url.split('?')[0];
  request.log.info({ status: refusal.status, refused: refusal.refused, method: request.method, path }, 'refused');
  logRefusalEvent(request, refusal);
  return reply
    .header('Cache-Control', 'no-store')
    .code(refusal.status)
    .send({
      success: false,
      ...inLanguage({ message: refusal.message, ...details }, languageOf(request)),
      requestId: request.id,
    });
}

/** Translates the messages into the language of the page that sent the request. */
function inLanguage<Body extends { message: string; issues?: unknown }>(body: Body, language: Language): Body {
  if (language === 'en') return body;
  const translate = (part: { message: string }) => ({ ...part, message: translateText(part.message, language) });
  return { ...body, ...translate(body), ...(isIssues(body.issues) && { issues: body.issues.map(translate) }) };
}

const isIssues = (value: unknown): value is Issue[] => Array.isArray(value);

/** What is wrong with one field of a request. */
export interface Issue {
  /** Path of the field, such as `items.0.price`; empty for the whole body. */
  path: string;
  message: string;
}

/** Returns a refusal with status 400 and the message of the first issue. */
export function refuseIssues(issues: readonly Issue[]): Refusal {
  const refusal = refuse('invalidInput', {}, { issues });
  return { ...refusal, message: issues[0]?.message ?? refusal.message };
}

/** A refusal thrown by code that cannot return one, such as a hook or parser of Fastify. */
export class RequestRefused extends Error {
  readonly refusal: Refusal;
  /** As in Fastify's own errors: below 500 means that the request caused it. The handler of pages uses this, too. */
  readonly statusCode: number;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
    this.statusCode = refusal.status;
  }
}

/**
 * Answers a thrown error. Errors with a 4xx status keep it (406 becomes 415), a lack of space, a killed process and an unavailable service are
 * answered 503, everything else is logged and answered 500.
 */
export function sendInternalError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  // The connection closed before the body arrived, so nobody waits for an answer. `answerMalformedRequest` has answered a slow body.
  if (error === request.raw.errored) {
    request.log.debug({ err: error }, 'incomplete request');
    return reply.hijack();
  }
  const expected = expectedRefusal(error);
  if (expected) {
    if (expected.status === 503) request.log.warn({ err: error }, 'not possible right now');
    return sendRefusal(request, reply, expected);
  }
  request.log.error({ err: error }, 'internal error');
  return sendRefusal(request, reply, refuse('internalError'));
}

function expectedRefusal(error: FastifyError): Refusal | null {
  if (error instanceof RequestRefused) return error.refusal;
  if (error instanceof DiskFailure || isDiskFailure(error)) return refuse('noSpace', {}, { retryAfterSeconds: 30 });
  if (error instanceof ProcessKilled) return refuse('workKilled', {}, { retryAfterSeconds: 30 });
  if (error instanceof ServiceUnavailable || isConnectionFailure(error) || isBusy(error)) return refuse('unavailable');
  const status = error.statusCode ?? 500;
  if (status === 413) return refuse('tooLarge');
  if (status === 415 || status === 406) return refuse('wrongMediaType');
  if (status === 503) return refuse('unavailable');
  if (status >= 400 && status < 500) {
    // The status is kept but the library's message is not: it may reveal internals.
    return { ...refuse('invalidInput', {}, status === 400 ? { issues: [] } : {}), status };
  }
  return null;
}

/** The error for a body that did not arrive in time. It is emitted as the server's `clientError`. */
export class BodyTooSlow extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
  readonly request: FastifyRequest;
  constructor(request: FastifyRequest) {
    super('the body took too long');
    this.request = request;
  }
}

/**
 * Returns a `clientError` handler that answers malformed, slow and oversized requests on the socket, in the same JSON as
 * every failure and with these headers. Node's parser refuses methods that it does not know, such as FOO; for these,
 * `answerOtherMethod` routes the target with another method that no address supports, which gives the usual answer to a wrong method.
 */
export function answerMalformedRequest(
  headers: Readonly<Record<string, string>>,
  {
    log,
    newRequestId,
    answerOtherMethod,
  }: {
    log: FastifyBaseLogger;
    newRequestId: () => string;
    answerOtherMethod: (target: string) => Promise<LightMyRequestResponse>;
  },
) {
  return (error: Error & { code?: string; rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    const [, target] = error.code === 'HPE_INVALID_METHOD' ? (requestLine.exec(String(error.rawPacket)) ?? []) : [];
    if (target !== undefined)
      return void answerOtherMethod(target).then(
        ({ statusCode, headers: answered, payload }) => endWith(socket, statusCode, answered, payload),
        () => socket.destroy(),
      );
    const status = statusOfErrorCode[error.code ?? ''] ?? 400;
    const request = error instanceof BodyTooSlow ? error.request : null;
    const requestId = request?.id ?? newRequestId();
    const known = request && { method: request.method, path: request.url.split('?')[0] };
    log.info({ reqId: requestId, status, code: error.code, ...known }, 'refused');
    const details = status === 400 ? { issues: [] } : {};
    const body = JSON.stringify({ success: false, message: refuse('invalidInput').message, ...details, requestId });
    endWith(socket, status, { ...headers, 'content-type': 'application/json; charset=utf-8' }, body);
  };
}

const statusOfErrorCode: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A valid request line with a path. */
const requestLine = /^[!#$%&'*+.^`|~\w-]+ (\/[!-~]*) HTTP\/1\.[01]\r\n/;

/** Writes a whole response and closes the connection. */
function endWith(socket: Socket, status: number, headers: OutgoingHttpHeaders, body: string): void {
  const whole = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' };
  const lines = Object.entries(whole).map((header) => `${header.join(': ')}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}
