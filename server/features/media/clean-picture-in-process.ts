import type { ChildProcess } from 'node:child_process';
import type { Refusal } from '#contract/errors.ts';
import { startLowPriorityProcess } from '#server/platform/low-priority-process.ts';
import type { ReceivedFile } from '../../platform/object-storage/file-storage.ts';
import type { CleanPicture } from './clean-picture.ts';

/** The messages of cleaning-process.ts. */
type Answer = { id: number } & ({ picture: CleanPicture | Refusal } | { failure: string });

/** Milliseconds before an idle process ends. Starting one takes some tenths of a second. */
const idleTimeout = 2_000;

interface PendingPicture {
  resolve: (picture: CleanPicture | Refusal) => void;
  reject: (error: Error) => void;
}

const pending = new Map<number, PendingPicture>();
let running: ChildProcess | null = null;
let idleTimer: NodeJS.Timeout | undefined;
let lastId = 0;

/**
 * Runs `cleanPicture` in a separate process, which ends when it is idle: decoding leaves some 60 MB of fragmented memory that
 * only the end of the process returns to the system.
 */
export function cleanPictureInProcess(
  { path, size, hash }: ReceivedFile,
  isDemo: boolean,
): Promise<CleanPicture | Refusal> {
  clearTimeout(idleTimer);
  running ??= startCleaning();
  lastId += 1;
  const { promise, resolve, reject } = Promise.withResolvers<CleanPicture | Refusal>();
  pending.set(lastId, { resolve, reject });
  setReferenced(running, true);
  running.send({ id: lastId, received: { path, size, hash }, isDemo });
  return promise;
}

function startCleaning(): ChildProcess {
  const started = startLowPriorityProcess(new URL('./cleaning-process.ts', import.meta.url));
  // Only cleaning-process.ts sends on this channel.
  started.on('message', (message) => settle(started, message as Answer));
  started.on('exit', () => {
    if (running !== started) return;
    // The next picture starts a new process.
    running = null;
    for (const { reject } of pending.values()) reject(new Error('the process that cleans pictures ended'));
    pending.clear();
  });
  return started;
}

function settle(child: ChildProcess, answer: Answer): void {
  const request = pending.get(answer.id);
  pending.delete(answer.id);
  if ('failure' in answer) request?.reject(new Error(answer.failure));
  else request?.resolve(withBuffer(answer.picture));
  if (pending.size > 0) return;
  setReferenced(child, false);
  idleTimer = setTimeout(() => {
    running = null;
    child.kill('SIGKILL');
  }, idleTimeout);
  idleTimer.unref();
}

/** Messages between processes turn a Buffer into a Uint8Array. */
function withBuffer(picture: CleanPicture | Refusal): CleanPicture | Refusal {
  return 'bytes' in picture ? { ...picture, bytes: Buffer.from(picture.bytes) } : picture;
}

/** An unreferenced process does not keep this one from exiting. */
function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  if (isReferenced) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
