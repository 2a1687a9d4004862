import type { Readable } from 'node:stream';
import type { Api, EndpointName } from '#contract/api.ts';
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '#contract/endpoint.ts';
import type { Refusal } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import type { Role } from '#contract/roles.ts';
import type { LargeFile } from '../object-storage/file-storage.ts';

/** A session that has not ended. */
export interface Session {
  userId: string;
  /** Null for customers. */
  role: Role | null;
  /** Whether the user decides what pieces cost (`setsPrices`). */
  maySetPrices: boolean;
  tokenHash: string;
  /** Whether the password or a second factor was given in the session within the last `durations.confirmation`. */
  isConfirmed: boolean;
  /** Whether the user is an admin without a second factor while every admin needs one. */
  lacksSecondFactor: boolean;
}

/** A file of a multipart call, stored on the disk, within its size limit. The handler has to discard it. */
export interface UploadedFile {
  /** The name that the client sent. Not trusted, and never used as a path. */
  name: string;
  /** Path of the file. */
  path: string;
  /** The size of the file, bytes. */
  size: number;
  /** SHA-256 of its bytes, hex. */
  hash: string;
}

/** What identifies the calling browser as one that signed in before. */
export interface Device {
  /** The marks that the browser sent. Not trusted before they are verified. */
  marks: readonly string[];
  /** Adds a mark to the browser's cookie, with this response. */
  keep(mark: string): void;
}

type SessionOf<Row extends Endpoint> = Row['access'] extends Role
  ? Session & { role: Role }
  : Row['access'] extends 'customer'
    ? Session
    : Session | null;

/** One authorized call with parsed parameters. */
export interface Call<Row extends Endpoint> {
  params: ParamsOf<Row>;
  query: QueryOf<Row>;
  body: BodyOf<Row>;
  session: SessionOf<Row>;
  /** SHA-256 of the bearer token, valid or not; null without one. */
  tokenHash: string | null;
  /** The client's IP address, according to TRUST_PROXY. */
  address: string;
  userAgent: string;
  /** The language of the page that sends the call; null if a program sends it. */
  pageLanguage: Language | null;
  device: Device;
  /** The value of a header; empty without it. */
  header(name: string): string;
  /** Value of `Idempotency-Key`, on endpoints that support it. */
  idempotencyKey: string | null;
  /** Receives the files of an endpoint with `upload`: at most `count`, each of at most `bytes` bytes. */
  files: (limits: { bytes: number; count: number }) => Promise<UploadedFile[] | 'no form' | 'too large' | 'too many'>;
}

/** A PDF with its file name. */
export interface PdfReply {
  pdf: Buffer | LargeFile;
  filename: string;
  disposition: 'inline' | 'attachment';
}

/** A CSV file with its name. */
export interface CsvReply {
  csv: string;
  filename: string;
}

/** A file of any size with its name. */
export interface FileReply {
  content: Readable;
  filename: string;
}

/**
 * A stream of server-sent events, in batches. `events` subscribes and returns a function that unsubscribes; it may call `end` to end the
 * stream. Subscribers may share a batch, so it is never changed.
 */
export interface EventsReply {
  events: (send: (batch: readonly object[]) => void, end: () => void) => () => void;
}

/** A JSON document that is sent without `success`. */
export interface DocumentReply {
  document: object;
}

/** A reply with status 201 from an endpoint whose usual status is 200 (registration). */
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
  : Row['reply'] extends 'csv'
    ? CsvReply
    : Row['reply'] extends 'file'
      ? FileReply
      : Row['reply'] extends 'events'
        ? EventsReply
        : Row['reply'] extends 'document'
          ? DocumentReply
          : ReplyOf<Row>;

type Answer<Row extends Endpoint> = AnswerOf<Row> | Created<AnswerOf<Row>> | Refusal;

export type Handler<Row extends Endpoint> = (call: Call<Row>) => Promise<Answer<Row>> | Answer<Row>;

/** The handlers of one feature: a part of the endpoint table. */
export type Handlers<Name extends EndpointName> = { readonly [Key in Name]: Handler<Api[Key]> };
