import { type ChildProcess, fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';
import { ProcessKilled } from './failures.ts';

/**
 * Starts a process of low priority for heavy work; its memory returns to the system when it ends. `module` must call `endWithParent`,
 * so that the process ends when this one does, even by SIGKILL. `priority` is the lowest by default, for work that nobody waits for. A
 * process that could not be started emits `error` and never `exit`; `onEnd` and `ask` tell both.
 */
export function startLowPriorityProcess(module: URL, priority = constants.priority.PRIORITY_LOW): ChildProcess {
  const child = fork(module, [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: environment(),
  });
  child.on('error', () => undefined);
  if (child.pid) setPriorities(child.pid, priority);
  return child;
}

/** Without the shop's settings: some are secrets. With these limits, glibc returns the memory of decoded pictures at once. */
const environment = () => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
});

function setPriorities(pid: number, priority: number): void {
  try {
    setPriority(pid, priority);
    // When memory runs out, Linux ends this process and not the shop: it takes the one with the most memory and this number of
    // thousandths of all memory added.
    writeFileSync(`/proc/${pid}/oom_score_adj`, '500');
  } catch {
    // Some systems do not allow it, and others have no such file.
  }
}

/**
 * Sends a request to a process and returns its next message; for processes that answer one request after the other. `work` says what the
 * process does, for the message of an error: "encodes pictures". Throws ProcessKilled, or another error, if it ends before it answers.
 */
export async function ask(child: ChildProcess, request: object, work: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const stopListening = onEnd(child, work, reject);
  child.once('message', resolve);
  try {
    // If it cannot be sent, the process has ended, and `onEnd` says why.
    child.send(request, () => undefined);
    return await promise;
  } finally {
    stopListening();
    child.off('message', resolve);
  }
}

/**
 * Calls `tell` with the reason when the process has ended or cannot be started, also if that was before this call. The reason is
 * ProcessKilled if somebody else than the shop killed it. Returns a function that ends the listening.
 */
export function onEnd(child: ChildProcess, work: string, tell: (reason: Error) => void): () => void {
  const onExit = () => tell(reasonOf(child, work));
  const onError = (cause: Error) => tell(new Error(`the process that ${work} could not be started`, { cause }));
  if (child.exitCode !== null || child.signalCode !== null) onExit();
  else if (child.pid === undefined) tell(new Error(`the process that ${work} could not be started`));
  child.once('exit', onExit);
  child.once('error', onError);
  return () => {
    child.off('exit', onExit);
    child.off('error', onError);
  };
}

function reasonOf({ exitCode, signalCode, killed }: ChildProcess, work: string): Error {
  if (signalCode === null) return new Error(`the process that ${work} ended with exit code ${exitCode}`);
  if (killed) return new Error(`the process that ${work} was ended by the shop`);
  // Linux sends SIGKILL when the machine or the container runs out of memory; V8 aborts when its own limit is reached.
  const why = signalCode === 'SIGKILL' || signalCode === 'SIGABRT' ? ': probably out of memory' : '';
  return new ProcessKilled(`the process that ${work} was killed by ${signalCode}${why}`);
}

/** For the started process: exits when its parent has ended, and ignores signals that the parent handles. */
export function endWithParent(): void {
  // A process that is killed when it is idle would never store what it has compiled.
  flushCompileCache();
  process.on('disconnect', () => process.exit());
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
}
