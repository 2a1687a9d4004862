import type { FastifyBaseLogger } from 'fastify';
import { callerNetwork } from './http/client-network.ts';

/** What an operator wants to find, count or be alerted to (docs/security.md, "Security events"). */
export type SecurityEvent =
  | 'signed in'
  | 'sign-in failed'
  | 'identity confirmed'
  | 'confirmation failed'
  | 'link refused'
  | 'access refused'
  | 'limit reached'
  | 'hold refused'
  | 'password changed'
  | 'password reset'
  | 'email changed'
  | 'second factor added'
  | 'second factor removed'
  | 'account added'
  | 'role changed'
  | 'price right changed'
  | 'account deleted'
  | 'account blocked'
  | 'account unblocked';

/** Contains no email address, name, token or other secret: more people read logs than the database. */
export interface SecurityEventDetails {
  /** Id of the account that the event is about, if it is known. */
  account?: string | undefined;
  /** Id of the admin who did it, where that is another account. */
  by?: string | undefined;
  /** The client's IP address; its network is logged. */
  address?: string | undefined;
  /** Code of the refusal, or another word from a fixed list. */
  reason?: string | undefined;
  /** Name of the endpoint. */
  endpoint?: string | undefined;
}

/**
 * Writes one security event to the log: `{"security":{"event":…,"account":…,"network":…},"msg":"security event"}`.
 * Refusals need no call: sendRefusal() logs those of security-refusals.ts.
 */
export function logSecurityEvent(
  log: Pick<FastifyBaseLogger, 'info'>,
  event: SecurityEvent,
  { address, ...details }: SecurityEventDetails,
): void {
  const network = address === undefined ? undefined : callerNetwork(address);
  log.info({ security: { event, ...details, network } }, 'security event');
}
