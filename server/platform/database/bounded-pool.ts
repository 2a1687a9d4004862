import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import { createConnectionQueue } from './connection-queue.ts';
import { startDatabaseWait } from './database-wait.ts';

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/** How long a caller waits for a busy server, in the queue and again for a new connection, milliseconds. */
const maxWait = 60_000;

/**
 * A connection pool whose callers may wait in a queue for a busy server. The queue of pg itself fails all of them after
 * `connectionTimeoutMillis`, whether the server is busy or unavailable.
 */
export class BoundedPool extends pg.Pool {
  readonly #queue = createConnectionQueue(this.options.max, {
    inactivityTimeout: 1_500,
    maxWait,
    probe: () => void this.#probe(),
  });
  #isProbing = false;

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on('connect', (client) => {
      this.#queue.recordActivity();
      // pg emits `drain` each time a query is answered.
      client.on('drain', () => this.#queue.recordActivity());
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connecting = this.#acquire();
    if (!callback) return connecting;
    connecting.then(
      (client) => callback(undefined, client, () => client.release()),
      (error: Error) => callback(error, undefined, () => undefined),
    );
    return undefined;
  }

  /**
   * Checks whether the server is alive, by opening a connection outside of the pool: those of the pool may all be waiting for the same
   * row lock.
   */
  async #probe(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    const client = new pg.Client(this.options);
    client.on('error', () => undefined);
    try {
      await client.connect();
      this.#queue.recordActivity();
    } catch (error) {
      // A server that refuses the connection is alive.
      if (error instanceof pg.DatabaseError) this.#queue.recordActivity();
    } finally {
      this.#isProbing = false;
      client.end().catch(() => undefined);
    }
  }

  async #acquire(): Promise<pg.PoolClient> {
    const endWait = startDatabaseWait();
    await this.#queue.acquire();
    endWait();
    try {
      const client = await this.#connect();
      // The pool sets a new `release` each time it returns the client.
      const release = client.release;
      client.release = (destroy) => {
        release.call(client, destroy);
        this.#queue.release();
      };
      return client;
    } catch (error) {
      this.#queue.release();
      throw error;
    }
  }

  /** Opens a connection, and tries again if that took too long only because the server or this process was busy. */
  async #connect(): Promise<pg.PoolClient> {
    const begun = performance.now();
    for (;;) {
      const attemptBegun = performance.now();
      try {
        return await super.connect();
      } catch (error) {
        // After a blocked event loop, timers run before sockets are read, where activity may be waiting.
        await setImmediate();
        const isBusy = isTimeout(error) && this.#queue.wasActiveSince(attemptBegun);
        if (!isBusy || performance.now() - begun > maxWait) throw error;
      }
    }
  }
}

/**
 * Whether pg threw the error after `connectionTimeoutMillis`, or after the timeout of the query that verifies a new connection. These
 * errors have no code, only a message.
 */
function isTimeout(error: unknown): boolean {
  return (
    error instanceof Error &&
    /connection timeout$|^timeout exceeded when trying to connect$|^Query read timeout$/.test(error.message)
  );
}
