import { constants } from 'node:os';
import { z } from 'zod';
import { createSerialQueue } from '#server/platform/concurrency/serial-queue.ts';
import { ProcessKilled } from '#server/platform/failures.ts';
import { ask, startLowPriorityProcess } from '#server/platform/low-priority-process.ts';
import type { AlignOutcome } from './align.ts';

/** Milliseconds. Aligning one photograph takes some seconds on an idle core. */
const timeout = 180_000;

const moved = z.object({ distance: z.number(), rotation: z.number(), scale: z.number() });
const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('aligned'), bytes: z.instanceof(Uint8Array), moved }),
  z.object({ kind: z.literal('too small'), pixels: z.number() }),
  z.object({ kind: z.enum(['turned', 'other shape', 'blurred', 'unlike']) }),
  z.object({ kind: z.literal('moved'), how: z.string() }),
]);
const reply = z.object({ outcome }).or(z.object({ failure: z.string() }));

const inTurn = createSerialQueue();

/**
 * Runs `align` in a process of its own, one photograph at a time: the search takes seconds, which would block the event loop, and
 * hundreds of megabytes, which only the end of the process returns to the system. Returns null if the process fails or takes more than
 * three minutes. Throws ProcessKilled.
 */
export function alignInProcess(reference: Uint8Array, photograph: Uint8Array): Promise<AlignOutcome | null> {
  return inTurn(async () => {
    const module = new URL('./align-process.ts', import.meta.url);
    // Not the lowest priority, because somebody waits for the upload.
    const child = startLowPriorityProcess(module, constants.priority.PRIORITY_BELOW_NORMAL);
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout);
    try {
      const answer = reply.parse(await ask(child, { reference, photograph }, 'aligns a photograph'));
      return 'outcome' in answer ? answer.outcome : null;
    } catch (error) {
      if (error instanceof ProcessKilled) throw error;
      return null;
    } finally {
      clearTimeout(timer);
      child.kill('SIGKILL');
    }
  });
}
