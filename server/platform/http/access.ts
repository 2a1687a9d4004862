import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import { hasRole, isRole } from '#contract/roles.ts';
import { hashOfToken } from '../token-hash.ts';
import type { Session } from './handlers.ts';
import { sendRefusal } from './refusals.ts';

/** Who is calling. Determined before anything else of the request is read. */
export interface Caller {
  session: Session | null;
  tokenHash: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
  interface FastifyContextConfig {
    /** Name of the endpoint in contract/api.ts; absent on other routes. */
    endpoint?: string;
  }
}

/** Returns the live session of a token, by the token's SHA-256 in hex, or null. */
export type FindSession = (tokenHash: string) => Promise<Session | null>;

/**
 * Refuses callers without the endpoint's access (401, 403), and sessions whose confirmation is too old for it (403). An invalid
 * token on a public endpoint counts as a guest (docs/behaviour/api.md, 11).
 */
export function access(findSession: FindSession, { access: needed, confirmed, withoutSecondFactor }: Endpoint) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const tokenHash = bearerTokenHash(request);
    const session = tokenHash ? await findSession(tokenHash) : null;
    request.caller = { session, tokenHash };
    if (needed === 'public') return;
    if (needed === 'token' ? !tokenHash : !session) return sendRefusal(request, reply, refuse('signInNeeded'));
    if (isRole(needed)) {
      if (!session?.role) return sendRefusal(request, reply, refuse('adminNeeded'));
      if (!hasRole(session.role, needed)) return sendRefusal(request, reply, refuse('roleNeeded'));
      if (session.lacksSecondFactor && !withoutSecondFactor)
        return sendRefusal(request, reply, refuse('secondFactorNeeded', {}, { code: 'second-factor' }));
    }
    if (needsConfirmation(confirmed, request) && !session?.isConfirmed)
      return sendRefusal(request, reply, refuse('confirmationNeeded', {}, { code: 'confirm' }));
  };
}

function needsConfirmation(confirmed: Endpoint['confirmed'], { query }: FastifyRequest): boolean {
  if (confirmed === undefined || confirmed === true) return confirmed === true;
  return Object.hasOwn(Object(query), confirmed.withQuery);
}

function bearerTokenHash(request: FastifyRequest): string | null {
  const match = /^Bearer +([\w.~+/=-]{1,512})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ? hashOfToken(match[1]) : null;
}
