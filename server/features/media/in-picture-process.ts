import type { ChildProcess } from 'node:child_process';
import { constants } from 'node:os';
import type { Logger } from 'pino';
import { type Refusal, refuse } from '#contract/errors.ts';
import { ProcessKilled, ServiceUnavailable } from '#server/platform/failures.ts';
import { onEnd, startLowPriorityProcess } from '#server/platform/low-priority-process.ts';
import type { ReceivedFile } from '#server/platform/object-storage/file-storage.ts';
import type { CleanPicture } from './clean-picture.ts';
import type { CleanLogo, LogoBox, LogoDrawing } from './logo.ts';

// The functions below run a task in a separate process, which ends when it is idle: decoding leaves some 60 MB of
// fragmented memory that only the end of the process returns to the system, and loading sharp takes 70 ms.

/** Throws ProcessKilled; `nameIfKilled` makes a refusal of it. */
export function cleanPictureInProcess(
  { path, size, hash }: ReceivedFile,
  isDemo: boolean,
): Promise<CleanPicture | Refusal> {
  return runTask('cleanPicture', { received: { path, size, hash }, isDemo });
}

export function cleanLogoInProcess(bytes: Buffer): Promise<CleanLogo | Refusal> {
  return runTask('cleanLogo', { bytes });
}

export function drawLogoInProcess(bytes: Buffer, box: LogoBox): Promise<LogoDrawing> {
  return runTask('drawLogo', { bytes, box });
}

/** Runs the work on a file that somebody sent. If its process is killed, logs that, and refuses with a text that names the file (503). */
export async function nameIfKilled<Result>(
  name: string,
  log: Pick<Logger, 'warn'>,
  work: () => Promise<Result>,
): Promise<Result | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ProcessKilled)) throw error;
    log.warn({ err: error }, 'a photograph could not be processed');
    return refuse('pictureNotProcessed', { name }, { retryAfterSeconds: 30 });
  }
}

/** The tasks of the process, each with its input and output. */
interface Tasks {
  cleanPicture: { input: { received: ReceivedFile; isDemo: boolean }; output: CleanPicture | Refusal };
  cleanLogo: { input: { bytes: Buffer }; output: CleanLogo | Refusal };
  drawLogo: { input: { bytes: Buffer; box: LogoBox }; output: LogoDrawing };
}

/** The messages of picture-process.ts. */
type Answer = { id: number } & (
  | { output: Tasks[keyof Tasks]['output'] }
  | { failure: string; kind: keyof typeof errors }
);

const errors = { killed: ProcessKilled, unavailable: ServiceUnavailable, other: Error };

/** Milliseconds before an idle process ends. Starting one takes some tenths of a second. */
const idleTimeout = 2_000;

interface PendingTask {
  resolve: (output: Tasks[keyof Tasks]['output']) => void;
  reject: (error: Error) => void;
}

const pending = new Map<number, PendingTask>();
let running: ChildProcess | null = null;
let idleTimer: NodeJS.Timeout | undefined;
let lastId = 0;

function runTask<Name extends keyof Tasks>(task: Name, input: Tasks[Name]['input']): Promise<Tasks[Name]['output']> {
  clearTimeout(idleTimer);
  running ??= startProcess();
  lastId += 1;
  const { promise, resolve, reject } = Promise.withResolvers<Tasks[Name]['output']>();
  pending.set(lastId, { resolve, reject });
  setReferenced(running, true);
  running.send({ id: lastId, task, ...input });
  return promise;
}

function startProcess(): ChildProcess {
  const module = new URL('./picture-process.ts', import.meta.url);
  // Not the lowest priority, because somebody waits for the upload.
  const started = startLowPriorityProcess(module, constants.priority.PRIORITY_BELOW_NORMAL);
  // Only picture-process.ts sends on this channel.
  started.on('message', (message) => settle(started, message as Answer));
  onEnd(started, 'decodes uploaded pictures', (reason) => {
    if (running !== started) return;
    // The next task starts a new process.
    running = null;
    for (const { reject } of pending.values()) reject(reason);
    pending.clear();
    started.kill('SIGKILL');
  });
  return started;
}

function settle(child: ChildProcess, answer: Answer): void {
  const task = pending.get(answer.id);
  pending.delete(answer.id);
  if ('output' in answer) task?.resolve(withBuffer(answer.output));
  else task?.reject(new errors[answer.kind](answer.failure));
  if (pending.size > 0) return;
  setReferenced(child, false);
  idleTimer = setTimeout(() => {
    running = null;
    child.kill('SIGKILL');
  }, idleTimeout);
  idleTimer.unref();
}

/** Messages between processes turn a Buffer into a Uint8Array. */
function withBuffer(output: Tasks[keyof Tasks]['output']): Tasks[keyof Tasks]['output'] {
  return 'bytes' in output ? { ...output, bytes: Buffer.from(output.bytes) } : output;
}

/** Sets whether a running child keeps this process from exiting. */
function setReferenced(child: ChildProcess, isReferenced: boolean): void {
  if (isReferenced) {
    child.ref();
    child.channel?.ref();
  } else {
    child.unref();
    child.channel?.unref();
  }
}
