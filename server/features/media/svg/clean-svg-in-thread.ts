import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { ServiceUnavailable } from '#server/platform/failures.ts';

/** Milliseconds. The largest SVG takes half a second; on a busy machine it takes longer. */
const timeout = 20_000;
/** Megabytes. */
const memoryLimit = 256;

const reply = z.instanceof(Uint8Array).nullable();

/**
 * Runs `cleanSvg` in a worker thread, so that it does not block other requests. Also returns null when the thread runs out of memory.
 * Throws ServiceUnavailable (503) after a timeout.
 */
export async function cleanSvgInThread(bytes: Uint8Array): Promise<Buffer | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | null>();
  const worker = new Worker(new URL('./cleaning-thread.ts', import.meta.url), {
    workerData: bytes,
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryLimit },
  });
  const timer = setTimeout(() => reject(new ServiceUnavailable('cleaning an SVG took too long')), timeout);
  worker.once('message', (message: unknown) => {
    const clean = reply.parse(message);
    resolve(clean && Buffer.from(clean.buffer, clean.byteOffset, clean.byteLength));
  });
  worker.once('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve(null) : reject(error),
  );
  worker.once('exit', (code) => reject(new Error(`the thread that cleans an SVG ended with exit code ${code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
