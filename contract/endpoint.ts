import { z } from 'zod';
import type { Role } from './roles.ts';

// Must run before the first schema is created: otherwise zod tests whether eval is allowed, and the browser reports
// that as a violation of the page's Content-Security-Policy.
if (typeof document !== 'undefined') z.config({ jitless: true });

/**
 * Who may call an endpoint: everybody, anyone with a session token whether valid or not, everybody who is signed in, or an admin with
 * at least this role. It is required, so an endpoint without access control does not compile.
 */
export type Access = 'public' | 'token' | 'customer' | Role;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The body of an answer: a JSON object (its shape without `success`), a PDF, a CSV file, another file that is streamed, a stream of
 * server-sent events, or a JSON document without `success`.
 */
export type Reply = z.ZodType | 'pdf' | 'csv' | 'file' | 'events' | 'document';

/**
 * 401: wrong password; 403: not allowed; 404: not found; 409: refused by a rule or lost to another request; 429: too
 * many attempts.
 */
type RefusalStatus = 401 | 403 | 404 | 409 | 429;

export interface Endpoint {
  readonly method: Method;
  /** Below /api, with parameters as `:id`. */
  readonly path: `/${string}`;
  readonly access: Access;
  /**
   * The call needs a session in which the password was given within the last `durations.confirmation`, else it is 403 with
   * `code: "confirm"`; with `{ withQuery }` only if the request has this query parameter
   * (docs/behaviour/accounts.md, 26).
   */
  readonly confirmed?: true | { readonly withQuery: string };
  /**
   * Admins without a second factor may call this endpoint, even while every admin needs one. Other endpoints that need a role answer
   * them with 403 and `code: "second-factor"` then (docs/behaviour/accounts.md, "Second factor").
   */
  readonly withoutSecondFactor?: true;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** For multipart bodies: the name of the file field, and the maximum number of files. */
  readonly upload?: { readonly field: string; readonly count: number };
  /** The handler gets the bytes of a JSON body as they were sent, e.g. to verify a signature. */
  readonly rawBody?: true;
  /** Accepts `Idempotency-Key` (docs/behaviour/api.md, 19). */
  readonly idempotent?: true;
  readonly reply: Reply;
  /** The schema of a `document`, and of a `file` of JSON. */
  readonly document?: z.ZodType;
  /** The content type of a `file`. */
  readonly contentType?: 'text/csv' | 'application/json' | 'application/x-tar';
  /** The file name suggested to the browser. */
  readonly filename?: string;
  /** The status of a successful answer if it is not 200. */
  readonly status?: 201;
  /** The answer is 201 instead of 200 if the call created something. */
  readonly mayCreate?: true;
  /**
   * Statuses of refusals that are specific to this endpoint. Those of access, method and overload apply to every
   * endpoint.
   */
  readonly refuses?: readonly RefusalStatus[];
  /** The answer is the same for every caller and is cached until the catalog revision changes or a hold ends. */
  readonly cached?: true;
}

/** Returns `row` unchanged, typed with its literal types. */
export function endpoint<const Row extends Endpoint>(row: Row): Row {
  return row;
}

type Parsed<Schema, Absent> = Schema extends z.ZodType ? z.output<Schema> : Absent;

export type ParamsOf<Row extends Endpoint> = Parsed<Row['params'], Record<never, never>>;
export type QueryOf<Row extends Endpoint> = Parsed<Row['query'], Record<never, never>>;
export type BodyOf<Row extends Endpoint> = Row['rawBody'] extends true ? Uint8Array : Parsed<Row['body'], undefined>;
export type ReplyOf<Row extends Endpoint> = Row['reply'] extends z.ZodType ? z.output<Row['reply']> : unknown;
