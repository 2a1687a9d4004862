import { constants } from 'node:os';
import { z } from 'zod';
import { ask, startLowPriorityProcess } from '#server/platform/low-priority-process.ts';

/** Milliseconds. A phone picture of 48 million pixels takes some ten seconds on a slow core. */
const timeout = 60_000;

const reply = z.object({ jpeg: z.instanceof(Uint8Array).nullable() });

/**
 * Decodes the primary picture of a HEIC file to a JPEG of the highest quality, upright and with the file's colour profile, to be encoded
 * again. Null when it cannot be decoded. Throws when that takes more than a minute, and ProcessKilled. Works in a separate process, because libheif is WebAssembly, which would
 * block the event loop.
 */
export async function decodeHeic(path: string): Promise<Buffer | null> {
  // Not the lowest priority, because somebody waits for the upload.
  const child = startLowPriorityProcess(
    new URL('./heic-process.ts', import.meta.url),
    constants.priority.PRIORITY_BELOW_NORMAL,
  );
  const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
  try {
    const { jpeg } = reply.parse(await ask(child, { path }, 'decodes a HEIC picture'));
    return jpeg && Buffer.from(jpeg);
  } finally {
    clearTimeout(timer);
    child.kill('SIGKILL');
  }
}
