import { type ChildProcess, fork } from 'node:child_process';
import { flushCompileCache } from 'node:module';
import { constants, setPriority } from 'node:os';

/**
 * Starts a process of low priority for heavy work; its memory returns to the system when it ends. `module` must call `endWithParent`,
 * so that the process ends when this one does, even by SIGKILL. `priority` is the lowest by default, for work that nobody waits for. A
 * process that could not be started emits `error` and never `exit`.
 */
export function startLowPriorityProcess(module: URL, priority = constants.priority.PRIORITY_LOW): ChildProcess {
  const child = fork(module, [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // Without the shop's settings: some are secrets.
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      MALLOC_ARENA_MAX: '2',
    },
  });
  child.on('error', () => undefined);
  try {
    if (child.pid) setPriority(child.pid, priority);
  } catch {
    // Some systems do not allow it.
  }
  return child;
}

/** For the started process: exits when its parent has ended, and ignores signals that the parent handles. */
export function endWithParent(): void {
  // A process that is killed when it is idle would never store what it has compiled.
  flushCompileCache();
  process.on('disconnect', () => process.exit());
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
}
