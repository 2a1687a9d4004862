import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DatabaseConnection, Driver } from 'kysely';

/** For how long queries may hold the event loop together, milliseconds. The last of them may take longer. */
const longestHold = 10;

/**
 * Lets the event loop handle other events between the queries of a driver that runs them synchronously, on one connection. Their
 * promises resolve without a turn of the loop, so all queries of all requests that arrived together would run first.
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
