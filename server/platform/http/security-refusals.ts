import type { FastifyRequest } from 'fastify';
import type { FailureCode, Refusal } from '#contract/errors.ts';
import { logSecurityEvent, type SecurityEvent } from '#server/platform/security-events.ts';
import type { Caller } from './access.ts';

/** Refusals that are security events. Every 429 is one too, and every 409 of a hold. */
const eventsOfRefusals: Partial<Record<FailureCode, SecurityEvent>> = {
  userNotFound: 'sign-in failed',
  incorrectPassword: 'sign-in failed',
  accountBlocked: 'sign-in failed',
  currentPasswordWrong: 'confirmation failed',
  codeWrong: 'confirmation failed',
  codeUsed: 'confirmation failed',
  passkeyWrong: 'confirmation failed',
  resetLinkInvalid: 'link refused',
  linkInvalid: 'link refused',
  adminNeeded: 'access refused',
  roleNeeded: 'access refused',
  priceRightNeeded: 'access refused',
  tooManyHolds: 'hold refused',
  heldTooLong: 'hold refused',
  tooManyStreams: 'limit reached',
};

/** Logs the security event of a refusal, if it is one. */
export function logRefusalEvent(request: FastifyRequest, refusal: Refusal): void {
  const { endpoint } = request.routeOptions.config;
  const event = eventOf(refusal, endpoint);
  if (!event) return;
  // Null for a request that was refused before its route was called.
  const caller: Caller | null = request.caller;
  const account = refusal.account ?? caller?.session?.userId;
  logSecurityEvent(request.log, event, { account, address: request.ip, reason: refusal.refused, endpoint });
}

function eventOf({ refused, status }: Refusal, endpoint: string | undefined): SecurityEvent | undefined {
  if (status === 429) return 'limit reached';
  if (status === 409 && endpoint === 'holdPieces') return 'hold refused';
  return eventsOfRefusals[refused];
}
