import { z } from 'zod';

// In a browser, before the first schema is made: zod would try whether it may use eval, and the page's policy reports that.
if (typeof document !== 'undefined') z.config({ jitless: true });

/**
 * Who may call: everybody; whoever sends a session token, dead or alive; a live session; an admin's live session.
 * Deny by default: an endpoint without one of these does not compile.
 */
export type Access = 'public' | 'token' | 'customer' | 'admin';
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What an answer is: a JSON object (its shape less `success`), a PDF, a stream of server-sent events, or a bare JSON document. */
export type Reply = z.ZodType | 'pdf' | 'events' | 'document';

export interface Endpoint {
  readonly method: Method;
  /** Below /api, parameters as `:id`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Multipart instead of a JSON body: the field the files come in. */
  readonly upload?: { readonly field: string };
  /** Honours `Idempotency-Key` (CONTRACT.md, POST /orders/checkout). */
  readonly idempotent?: true;
  readonly reply: Reply;
  /** Of success. */
  readonly status?: 201;
  /** Everybody gets the same, until the catalog revision or the end of a hold changes it (ARCHITECTURE.md, decision 5). */
  readonly kept?: true;
}

/** Keeps the literal types of one row of the table. */
export function endpoint<const Row extends Endpoint>(row: Row): Row {
  return row;
}

type Parsed<Schema, Absent> = Schema extends z.ZodType ? z.output<Schema> : Absent;

export type ParamsOf<Row extends Endpoint> = Parsed<Row['params'], Record<never, never>>;
export type QueryOf<Row extends Endpoint> = Parsed<Row['query'], Record<never, never>>;
export type BodyOf<Row extends Endpoint> = Parsed<Row['body'], undefined>;
export type ReplyOf<Row extends Endpoint> = Row['reply'] extends z.ZodType ? z.output<Row['reply']> : unknown;

/** What a caller sends: the input side of the schemas. */
export type BodyInput<Row extends Endpoint> = Row['body'] extends z.ZodType ? z.input<Row['body']> : undefined;
