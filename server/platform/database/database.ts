import type { Kysely, Transaction } from 'kysely';
import type { ListingEvent } from '#contract/catalog.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** Runs queries that only read: the reading connection, or a transaction. */
export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;

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
  /** Sends the event to the listeners of every process once `tx` is committed. */
  announce(tx: Writer, event: ListingEvent): Promise<void>;
  /**
   * Calls `listener` with every event that any process announces. Returns a function that stops it. After a lost connection
   * `onGap` is called as soon as events arrive again: events may be missing, so what the listener has stored may be out of
   * date.
   */
  listen(listener: (event: ListingEvent) => void, onGap?: () => void): () => void;
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
