import type { Kysely } from 'kysely';
import type { ListingEvent } from '#contract/catalog.ts';
import type { Tables } from './tables.ts';
import type { Writer } from './transaction.ts';

export type { Writer } from './transaction.ts';

export type Engine = 'sqlite' | 'postgres';

/** Runs queries that only read: the reading connection, or a transaction. */
export type Reader = Kysely<Tables>;

export interface Database {
  readonly engine: Engine;
  /** Reads committed data outside of a transaction. */
  readonly read: Reader;
  /**
   * Runs `work` in one transaction and returns its answer. The transaction is rolled back if `work` throws or returns a
   * refusal. It is repeated after a conflict or a lock, so `work` must have no effect except through `tx`.
   * Throws ServiceUnavailable if the database does not become available in time.
   */
  write<Answer>(work: (tx: Writer) => Promise<Answer>): Promise<Answer>;
  /** A number that grows with each change of a public page. Every page request reads it, so it is cheap on both engines. */
  catalogRevision(): number | Promise<number>;
  /**
   * Calls `listener` with every event of `Writer.listingChanged` in any process. Returns a function that stops it. After a lost connection
   * `onGap` is called as soon as events arrive again: events may be missing, so what the listener has stored may be out of
   * date.
   */
  listen(listener: (event: ListingEvent) => void, onGap?: () => void): () => void;
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
