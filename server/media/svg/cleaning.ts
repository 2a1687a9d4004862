import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { DatabaseAway } from '#server/database/failures.ts';

/** Milliseconds. The largest drawing takes half a second of work: whatever takes longer waits for a machine that is busy. */
const patience = 20_000;
/** MB. */
const memoryAtMost = 256;

const reply = z.instanceof(Uint8Array).nullable();

/** cleanSvg in a thread of its own, so that nobody else waits for it. Throws DatabaseAway (the door's 503) when it takes too long. */
export async function cleanSvgAside(bytes: Uint8Array): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const worker = new Worker(new URL('./cleaning-thread.ts', import.meta.url), {
    workerData: bytes,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryAtMost },
  });
  const giveUp = setTimeout(() => reject(new DatabaseAway('a drawing waited too long to be cleaned')), patience);
  worker.once('message', (message: unknown) => {
    const clean = reply.parse(message);
    resolve(clean && Buffer.from(clean.buffer, clean.byteOffset, clean.byteLength));
  });
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(error),
  );
  worker.once('exit', () => reject(new Error('the cleaning thread ended without an answer')));
  try {
    return await promise;
  } finally {
    clearTimeout(giveUp);
    await worker.terminate();
  }
}
