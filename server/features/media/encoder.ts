import type { ChildProcess } from 'node:child_process';
import { z } from 'zod';
import { ask, startLowPriorityProcess } from '#server/platform/low-priority-process.ts';

export interface EncodingRequest {
  original: Buffer;
  /** Pixels: the width of the widest variant of this original, and of the requested one. */
  widest: number;
  width: number;
  /** Pixels; without it the picture keeps its proportions. */
  height?: number;
  format: 'avif' | 'webp' | 'jpeg';
}

export interface Encoder {
  /** Call one at a time. Throws when the picture cannot be encoded, when `end` is called before it is done, and ProcessKilled. */
  encode(request: EncodingRequest): Promise<Buffer>;
  /** Ends the process at once; the next request starts a new one. */
  end(): void;
}

const reply = z.object({ bytes: z.instanceof(Uint8Array) }).or(z.object({ failure: z.string() }));

/**
 * Creates an encoder that works in a separate process of low priority, so that requests go first. AVIF leaves some 300 MB of
 * fragmented memory that only the end of the process returns to the system. The process also ends when this one does.
 */
export function createEncoder(): Encoder {
  let child: ChildProcess | null = null;
  let lastSent: Buffer | null = null;
  const running = () => {
    if (child?.connected) return child;
    lastSent = null;
    child = startLowPriorityProcess(new URL('./encoding-process.ts', import.meta.url));
    return child;
  };
  return {
    async encode({ original, ...request }) {
      const worker = running();
      const asked = ask(worker, { ...request, original: original === lastSent ? null : original }, 'encodes pictures');
      lastSent = original;
      const answer = reply.parse(await asked);
      if ('failure' in answer) throw new Error(answer.failure);
      return Buffer.from(answer.bytes);
    },
    end() {
      child?.kill('SIGKILL');
      child = null;
    },
  };
}
