import type { Kysely, Transaction } from 'kysely';
import type { ListingEvent } from '#contract/catalog.ts';
import type { Tables } from './tables.ts';

export type Engine = 'sqlite' | 'postgres';

/** Something queries can be asked of: the shop's reading connection, or a transaction. */
export type Reader = Kysely<Tables>;
export type Writer = Transaction<Tables>;

export interface Database {
  readonly engine: Engine;
  /** Reading outside a transaction: sees what is committed. */
  readonly read: Reader;
  /**
   * One transaction: all of `work` happens, or nothing of it. When `work` answers a refusal, nothing of it happens either.
   * Begun anew when the engine reports a conflict or a lock, so `work` may have no effect but through `tx`.
   * Throws DatabaseAway when the database cannot be had in time.
   */
  write<Answer>(work: (tx: Writer) => Promise<Answer>): Promise<Answer>;
  /** What public pages show, as one integer; read on every request, so as cheap as the engine allows. */
  catalogRevision(): number | Promise<number>;
  /** Tells every process, once `tx` is committed. */
  announce(tx: Writer, event: ListingEvent): Promise<void>;
  /**
   * Called with every announced event, from whichever process; answers how to stop listening. `miss` is called where some may have
   * been lost, as soon as the next ones will be heard: what the listener knows may be old.
   */
  listen(listener: (event: ListingEvent) => void, miss?: () => void): () => void;
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
