import type { ChildProcess } from 'node:child_process';
import { z } from 'zod';
import { ask, startLowPriorityProcess } from '#server/platform/low-priority-process.ts';
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
        const answer = reply.parse(await ask(started, request, 'makes the backup'));
        if ('failure' in answer) throw new Error(answer.failure);
        return answer.made;
      } finally {
        started.kill('SIGKILL');
      }
    },
    end: () => void child?.kill('SIGKILL'),
  };
}
