import type { ChildProcess } from 'node:child_process';
import { z } from 'zod';
import { startLowPriorityProcess } from '#server/platform/low-priority-process.ts';
import type { NightlyBackup, NightlyBackupRequest } from './make-nightly-backup.ts';

const reply = z.union([
  z.object({
    made: z.object({
      bytes: z.number(),
      rows: z.number(),
      media: z.number(),
      missing: z.number(),
      rehearsalError: z.string(),
    }),
  }),
  z.object({ failure: z.string() }),
]);

export interface BackupProcess {
  /** Makes a backup (make-nightly-backup.ts) in a process of low priority, so that requests go first. Throws if none was stored. */
  make(request: NightlyBackupRequest): Promise<NightlyBackup>;
  /** Ends a backup that is under way. */
  end(): void;
}

export function createBackupProcess(): BackupProcess {
  let child: ChildProcess | null = null;
  return {
    async make(request) {
      const started = startLowPriorityProcess(new URL('./nightly-backup-process.ts', import.meta.url));
      child = started;
      try {
        started.send(request);
        const answer = reply.parse(await nextMessage(started));
        if ('failure' in answer) throw new Error(answer.failure);
        return answer.made;
      } finally {
        started.kill('SIGKILL');
      }
    },
    end: () => void child?.kill('SIGKILL'),
  };
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  child.once('message', resolve);
  child.once('exit', () => reject(new Error('the process of the backup ended')));
  // A process that could not be started emits `error` and never `exit`.
  child.once('error', reject);
  return promise;
}
