import { z } from 'zod';
import { unavailableListing } from '#contract/checkout.ts';
import { outdatedRow } from '#contract/imports.ts';
import { listingConflict } from '#contract/listing-conflict.ts';
import { undeclaredListing } from '#contract/parcel-papers.ts';
import type { Schemas } from './openapi-schemas.ts';

const failure = z.object({
  success: z.literal(false),
  /** The reason, in words for people. */
  message: z.string(),
  /** The request's id in the server's log. */
  requestId: z.string(),
});
const invalid = failure.extend({ issues: z.array(z.object({ path: z.string(), message: z.string() })) });
const notAllowed = failure.extend({
  /**
   * `confirm`: the password has to be given again, with POST /auth/confirm; then the same call is allowed. `second-factor`: the
   * admin has to set up a second factor first.
   */
  code: z.enum(['confirm', 'second-factor']).optional(),
});
const conflict = failure.extend({
  unavailable: z.array(unavailableListing).optional(),
  conflicts: z.array(listingConflict).optional(),
  missing: z.array(undeclaredListing).optional(),
  outdated: z.array(outdatedRow).optional(),
  orderId: z.string().optional(),
});

/** Schemas of failures, for `components.schemas`. */
export const failureSchemas = (schemas: Schemas) => ({
  Failure: schemas.output(failure),
  InvalidInput: schemas.output(invalid),
  NotAllowed: schemas.output(notAllowed),
  Conflict: schemas.output(conflict),
});

/** The names in `components.responses` of the failures with these statuses. */
export const responseNames = {
  400: 'InvalidInput',
  401: 'SignInNeeded',
  403: 'NotAllowed',
  404: 'NotFound',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'WrongMediaType',
  429: 'TooMany',
  503: 'Unavailable',
} as const;
export type FailureStatus = keyof typeof responseNames;

export const failureResponses = {
  InvalidInput: response('The input is not valid; `issues` says which fields, where any are at fault', 'InvalidInput'),
  SignInNeeded: response('No session, a dead one, or a wrong password', 'Failure', { 'WWW-Authenticate': 'string' }),
  NotAllowed: response(
    'The caller may not do this, or not before POST /auth/confirm (`code`: `confirm`)',
    'NotAllowed',
  ),
  NotFound: response('Unknown, or another customer’s', 'Failure'),
  Conflict: response('A rule or another request is in conflict with it', 'Conflict'),
  TooLarge: response('The body or a file in it is too large', 'Failure'),
  WrongMediaType: response('The body is of another media type than the call takes', 'Failure'),
  TooMany: response('Too many attempts, or too much held', 'Conflict', { 'Retry-After': 'integer' }),
  Unavailable: response('Overloaded, or the database cannot be used right now', 'Failure', {
    'Retry-After': 'integer',
  }),
  Failure: response('A request that HTTP does not allow, or a defect of the server', 'Failure'),
};

function response(description: string, schema: string, headers: Record<string, 'string' | 'integer'> = {}) {
  return {
    description,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, type]) => [name, { required: true, schema: { type } }]),
    ),
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${schema}` } } },
  };
}
