import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type Refusal, refuse } from '#contract/errors.ts';
import { hasRole, isRole } from '#contract/roles.ts';
import type { CheckRights } from '../concurrency/current-caller.ts';
import type { Writer } from '../database/database.ts';
import { hashOfToken } from '../token-hash.ts';
import type { Session } from './handlers.ts';
import { RequestRefused, sendRefusal } from './refusals.ts';

/** Who is calling. Determined before anything else of the request is read, and again when the body has arrived. */
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

/** Finds the live session of a token, by the token's SHA-256 in hex. */
export interface Sessions {
  find(tokenHash: string): Promise<Session | null>;
  /** Finds it in a transaction. Until this ends, nobody can end the session or change the user's role. */
  lock(tx: Writer, tokenHash: string): Promise<Session | null>;
}

/**
 * Checks the access of one endpoint: at the headers, when the whole body has arrived, and in each transaction of the call, because a
 * body may take minutes. Callers without the access are refused (401, 403), and so are sessions whose confirmation is too old (403). An
 * invalid token on a public endpoint counts as a guest (docs/behaviour/api.md, 11).
 */
export function createAccess(sessions: Sessions, endpoint: Endpoint) {
  const check = async (request: FastifyRequest): Promise<Refusal | null> => {
    const tokenHash = bearerTokenHash(request);
    const session = tokenHash ? await sessions.find(tokenHash) : null;
    request.caller = { session, tokenHash };
    return refusalFor(endpoint, request, request.caller);
  };
  return {
    async onRequest(request: FastifyRequest, reply: FastifyReply) {
      const refusal = await check(request);
      if (refusal) return sendRefusal(request, reply, refusal);
    },
    /** Reads the caller again and returns the refusal, if there is one now. */
    check,
    /**
     * Returns the check for the transactions of a call in this session. It throws what `check` would return, also if the handler
     * has acted on a higher role or another right than the caller still has. Null if the endpoint needs no session.
     */
    rightsOf(request: FastifyRequest, session: Session | null): CheckRights | null {
      if (!session || endpoint.access === 'public' || endpoint.access === 'token') return null;
      const { tokenHash, role, maySetPrices } = session;
      return async (tx) => {
        const now = await sessions.lock(tx, tokenHash);
        const refusal = refusalFor(endpoint, request, { session: now, tokenHash });
        if (refusal) throw new RequestRefused(refusal);
        if (isRole(endpoint.access) && role && !hasRole(now?.role ?? null, role))
          throw new RequestRefused(refuse('roleNeeded'));
        if (isRole(endpoint.access) && maySetPrices && !now?.maySetPrices)
          throw new RequestRefused(refuse('priceRightNeeded'));
      };
    },
  };
}

function refusalFor(
  { access: needed, confirmed, withoutSecondFactor }: Endpoint,
  request: FastifyRequest,
  { session, tokenHash }: Caller,
): Refusal | null {
  if (needed === 'public') return null;
  if (needed === 'token' ? !tokenHash : !session) return refuse('signInNeeded');
  if (isRole(needed)) {
    if (!session?.role) return refuse('adminNeeded');
    if (!hasRole(session.role, needed)) return refuse('roleNeeded');
    if (session.lacksSecondFactor && !withoutSecondFactor)
      return refuse('secondFactorNeeded', {}, { code: 'second-factor' });
  }
  if (needsConfirmation(confirmed, request) && !session?.isConfirmed)
    return refuse('confirmationNeeded', {}, { code: 'confirm' });
  return null;
}

function needsConfirmation(confirmed: Endpoint['confirmed'], { query }: FastifyRequest): boolean {
  if (confirmed === undefined || confirmed === true) return confirmed === true;
  return Object.hasOwn(Object(query), confirmed.withQuery);
}

function bearerTokenHash(request: FastifyRequest): string | null {
  const match = /^Bearer +([\w.~+/=-]{1,512})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ? hashOfToken(match[1]) : null;
}
