import { BackupRefused } from '#server/features/backups/backup-refused.ts';
import { ObjectStoreUnavailable } from '#server/features/media/media.ts';
import { StartRefused } from '#server/platform/failures.ts';
import { BadSetting } from '#server/settings.ts';

/** The arguments on the command line are not those of the program. */
export class BadWords extends Error {}

/** Runs what an owner called for; what was refused is one line, and the exit code 1. */
export async function exitCodeOf(program: () => Promise<number>): Promise<number> {
  try {
    return await program();
  } catch (error) {
    const isRefused = [BackupRefused, StartRefused, ObjectStoreUnavailable, BadSetting, BadWords].some(
      (kind) => error instanceof kind,
    );
    if (!isRefused || !(error instanceof Error)) throw error;
    console.error(error.message);
    return 1;
  }
}
