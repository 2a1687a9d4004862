import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import { z } from 'zod';
import type { Refusal } from '#contract/errors.ts';
import type { ScanProblem } from '#contract/scans.ts';
import { onEnd, startLowPriorityProcess } from '#server/platform/low-priority-process.ts';
import type { Size } from './pyramid.ts';

// Each task has a process of its own: requests go first, a picture that crashes a decoder crashes nothing else, and the memory returns to
// the system. To cancel a task, its process is ended.

/** Runs `inspectScan` in a process of its own. */
export function inspectInProcess(path: string): Promise<Size | Refusal> {
  const child = startProcess();
  // The process answers with what `inspectScan` returns.
  return answerOf(child, { task: 'inspect', path }) as Promise<Size | Refusal>;
}

interface MakeOptions {
  size: Size;
  signal: AbortSignal;
  /** Percent. */
  onProgress: (progress: number) => void;
}

/** Runs `makeTiles` in a process of its own. Throws when `signal` is aborted, `makeTiles` throws, or the process is killed (ProcessKilled). */
export async function makeInProcess(
  directory: string,
  { size, signal, onProgress }: MakeOptions,
): Promise<number[] | ScanProblem> {
  signal.throwIfAborted();
  const child = startProcess();
  const end = () => child.kill('SIGKILL');
  signal.addEventListener('abort', end, { once: true });
  try {
    // The process answers with what `makeTiles` returns.
    return (await answerOf(child, { task: 'make', directory, size }, onProgress)) as number[] | ScanProblem;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Starts the process with a low priority, not the lowest: somebody in the panel waits, and the lowest hardly runs on a busy machine. */
const startProcess = () =>
  startLowPriorityProcess(new URL('./scan-process.ts', import.meta.url), constants.priority.PRIORITY_BELOW_NORMAL);

const message = z.union([
  z.object({ progress: z.number() }),
  z.object({ done: z.unknown().refine((done) => done !== undefined) }),
  z.object({ failure: z.string() }),
]);

async function answerOf(
  child: ChildProcess,
  request: object,
  onProgress: (progress: number) => void = () => undefined,
): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const ended = Promise.withResolvers<void>();
  child.on('message', (sent) => {
    const answer = message.parse(sent);
    if ('progress' in answer) onProgress(answer.progress);
    else if ('failure' in answer) reject(new Error(answer.failure));
    else resolve(answer.done);
  });
  onEnd(child, 'reads a scan', (reason) => {
    reject(reason);
    ended.resolve();
  });
  try {
    // If it cannot be sent, the process has ended, and `onEnd` says why.
    child.send(request, () => undefined);
    return await promise;
  } finally {
    child.kill('SIGKILL');
    // The process may write files until it has ended.
    await ended.promise;
  }
}
