// The entry of the process that reads scans and makes their tiles. in-scan-process.ts starts it, once for each task.
import sharp from 'sharp';
import { z } from 'zod';
import { endWithParent } from '#server/platform/low-priority-process.ts';
import { inspectScan } from './inspect-scan.ts';
import { makeTiles, tilesMade } from './make-tiles.ts';

const size = z.object({ width: z.number(), height: z.number() });
const request = z.discriminatedUnion('task', [
  z.object({ task: z.literal('inspect'), path: z.string() }),
  z.object({ task: z.literal('make'), directory: z.string(), size }),
]);
type Request = z.infer<typeof request>;

/** The most memory of this process, bytes. `inspectScan` refuses what is known to need too much; other files show it only while read. */
const mostMemory = 750_000_000;
/** Milliseconds. */
const watchInterval = 250;

sharp.concurrency(1);
sharp.cache(false);

process.once('message', (message) => {
  perform(request.parse(message)).then(
    (done) => process.send?.({ done }),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
  );
});
endWithParent();

async function perform(sent: Request): Promise<unknown> {
  if (sent.task === 'inspect') return inspectScan(sent.path);
  // Pixels are decoded in other threads, so that this one sees the memory and the tiles grow.
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > mostMemory) process.send?.({ done: 'too heavy' });
    else void tilesMade(sent.directory, sent.size).then((progress) => process.send?.({ progress }));
  }, watchInterval);
  return makeTiles(sent.directory, sent.size).finally(() => clearInterval(timer));
}
