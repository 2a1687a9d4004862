import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseConnection, Driver } from 'kysely';

/** How long queries may together block the event loop, milliseconds. A query that has begun may take longer. */
const longestHold = 10;

/**
 * Lets the event loop handle other events between the queries of a driver that runs them synchronously, on one connection. Without this
 * all queries of all requests that arrived together would run first, because their promises resolve within one turn of the loop.
 */
export function runInTurns(driver: Driver): void {
  let heldSince: number | null = null;
  const isHeldTooLong = () => {
    if (heldSince === null) {
      heldSince = performance.now();
      setImmediate(() => {
        heldSince = null;
      });
    }
    return performance.now() - heldSince > longestHold;
  };
  const inTurns = (connection: DatabaseConnection): DatabaseConnection => ({
    async executeQuery(...parameters) {
      while (isHeldTooLong()) await nextTurn();
      return connection.executeQuery(...parameters);
    },
    streamQuery: connection.streamQuery.bind(connection),
  });
  const acquire = driver.acquireConnection.bind(driver);
  let connection: DatabaseConnection | undefined;
  driver.acquireConnection = async () => {
    connection ??= inTurns(await acquire());
    return connection;
  };
}
