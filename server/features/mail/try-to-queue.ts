import type { Logger } from 'pino';
import type { Writer } from '#server/platform/database/database.ts';
import { tryInSavepoint } from '#server/platform/database/savepoint.ts';

/**
 * Queues emails in the caller's transaction. If that fails, only the emails are undone, the failure is logged, and the transaction goes
 * on without them (docs/behaviour/mail.md, 7). `emails` begins the line of the log, for example `the emails about a return`.
 */
export async function tryToQueue(
  tx: Writer,
  { log }: { log: Logger },
  { emails, order }: { emails: string; order?: string },
  queue: () => Promise<void>,
): Promise<void> {
  const failure = await tryInSavepoint(tx, queue);
  if (failure) log.error({ err: failure, order }, `${emails} could not be queued`);
}
