import { channel } from 'node:diagnostics_channel';

/** The channel on which is published how long a caller waited for a connection, milliseconds. Nothing is measured without a subscriber. */
export const databaseWaits = channel('lacquer:database-wait');

/** Returns a function that publishes the time since this call. */
export function startDatabaseWait(): () => void {
  if (!databaseWaits.hasSubscribers) return () => undefined;
  const since = performance.now();
  return () => databaseWaits.publish(performance.now() - since);
}
