import pg from 'pg';
import { createTurnstile } from './turnstile.ts';

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * Connections in whose queue a rush of buyers may wait: pg's own queue sends everybody away after `connectionTimeoutMillis`,
 * and cannot tell a server that has much to do from one that is away.
 */
export class PatientPool extends pg.Pool {
  readonly #turnstile = createTurnstile(this.options.max, {
    stalled: 1_500,
    longest: 60_000,
    knock: () => void this.#knock(),
  });
  #isKnocking = false;

  constructor(options: pg.PoolConfig) {
    super(options);
    this.on('connect', (client) => {
      this.#turnstile.signOfLife();
      // Each time a query has its answer.
      client.on('drain', () => this.#turnstile.signOfLife());
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.PoolClient> | undefined {
    const connecting = this.#connectInTurn();
    if (!connected) return connecting;
    connecting.then(
      (client) => connected(undefined, client, () => client.release()),
      (error: Error) => connected(error, undefined, () => undefined),
    );
    return undefined;
  }

  /** Every connection may wait for the same row: whether the server is alive, one more connection knows. */
  async #knock(): Promise<void> {
    if (this.#isKnocking) return;
    this.#isKnocking = true;
    const client = new pg.Client(this.options);
    client.on('error', () => undefined);
    try {
      await client.connect();
      this.#turnstile.signOfLife();
    } catch (error) {
      // It said no, so it is there.
      if (error instanceof pg.DatabaseError) this.#turnstile.signOfLife();
    } finally {
      this.#isKnocking = false;
      client.end().catch(() => undefined);
    }
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    await this.#turnstile.enter();
    try {
      const client = await super.connect();
      // The pool gives the client a new `release` each time it hands it out.
      const release = client.release;
      client.release = (destroy) => {
        release.call(client, destroy);
        this.#turnstile.leave();
      };
      return client;
    } catch (error) {
      this.#turnstile.leave();
      throw error;
    }
  }
}
