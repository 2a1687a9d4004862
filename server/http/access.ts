import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Access } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import { findSession } from '#server/accounts/accounts.ts';
import type { Shop } from '#server/shop.ts';
import type { Session } from './handlers.ts';
import { sendRefusal } from './refusals.ts';

/** Who is calling, known before anything else of the request is looked at. */
export interface Caller {
  session: Session | null;
  tokenHash: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

/** Lets pass whom the endpoint's access names; a dead token on a public call counts as guest (CONTRACT.md, Ground rules). */
export function access(shop: Shop, needed: Access) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const tokenHash = bearerTokenHash(request);
    const session = tokenHash ? await findSession(shop, tokenHash) : null;
    request.caller = { session, tokenHash };
    if (needed === 'public') return;
    if (needed === 'token' ? !tokenHash : !session) return sendRefusal(request, reply, refuse('signInNeeded'));
    if (needed === 'admin' && !session?.isAdmin) return sendRefusal(request, reply, refuse('adminNeeded'));
  };
}

function bearerTokenHash(request: FastifyRequest): string | null {
  const match = /^Bearer +([\w.~+/=-]{1,512})$/i.exec(request.headers.authorization ?? '');
  return match?.[1] ? createHash('sha256').update(match[1]).digest('hex') : null;
}
