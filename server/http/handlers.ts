import type { Api, EndpointName } from '#contract/api.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { Refusal } from '#contract/errors.ts';

/** A live session: who is asking. */
export interface Session {
  userId: string;
  isAdmin: boolean;
  tokenHash: string;
}

/** A file of a multipart call, on the disk, within its limit. Whoever asked for it discards it. */
export interface UploadedFile {
  /** As the sender named it: never to be trusted, nor used as a path. */
  name: string;
  /** Path of the file. */
  place: string;
  /** Bytes. */
  size: number;
  /** SHA-256 of its bytes, hex. */
  hash: string;
}

/** The browser that calls, as far as it was here before. */
export interface Device {
  /** What it was given to keep: not to be trusted before it is verified. */
  marks: readonly string[];
  /** Gives it one more to keep, with this answer. */
  keep(mark: string): void;
}

type SessionOf<Row extends Endpoint> = Row['access'] extends 'customer' | 'admin' ? Session : Session | null;

/** One call, parsed and allowed. */
export interface Call<Row extends Endpoint> {
  params: ParamsOf<Row>;
  query: QueryOf<Row>;
  body: BodyOf<Row>;
  session: SessionOf<Row>;
  /** SHA-256 of the bearer token as sent, alive or dead; null without one. */
  tokenHash: string | null;
  /** The caller's address, by TRUST_PROXY. */
  address: string;
  userAgent: string;
  device: Device;
  /** Value of `Idempotency-Key` on endpoints that honour it. */
  idempotencyKey: string | null;
  /** Reads the files of an endpoint with `upload`, each at most `limit` bytes, at most `count`. */
  files: (limits: { bytes: number; count: number }) => Promise<UploadedFile[] | 'no form' | 'too large' | 'too many'>;
}

/** An answer that is no JSON: a PDF with its name. */
export interface PdfReply {
  pdf: Buffer;
  filename: string;
  disposition: 'inline' | 'attachment';
}

/** A stream of server-sent events: called with a sender and with what ends the stream, answers how to end the sending. */
export interface EventsReply {
  events: (send: (event: object) => void, end: () => void) => () => void;
}

/** A JSON document as it is, without `success`. */
export interface DocumentReply {
  document: object;
  filename?: string;
}

/** The reply with status 201 where the endpoint's own status is 200 (registration). */
export class Created<Reply> {
  readonly reply: Reply;
  constructor(reply: Reply) {
    this.reply = reply;
  }
}

export function created<Reply>(reply: Reply): Created<Reply> {
  return new Created(reply);
}

type AnswerOf<Row extends Endpoint> = Row['reply'] extends 'pdf'
  ? PdfReply
  : Row['reply'] extends 'events'
    ? EventsReply
    : Row['reply'] extends 'document'
      ? DocumentReply
      : ReplyOf<Row>;

type Answer<Row extends Endpoint> = AnswerOf<Row> | Created<AnswerOf<Row>> | Refusal;

export type Handler<Row extends Endpoint> = (call: Call<Row>) => Promise<Answer<Row>> | Answer<Row>;

/** The handlers of one room: those endpoints of the table it answers. */
export type Handlers<Name extends EndpointName> = { readonly [Key in Name]: Handler<Api[Key]> };
