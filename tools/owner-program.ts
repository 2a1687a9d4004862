import { BackupRefused } from '#server/backups/backup-refused.ts';
import { StartRefused } from '#server/database/failures.ts';
import { StoreAway } from '#server/media/media.ts';
import { BadSetting } from '#server/settings.ts';

/** The words given on the command line are not those of the program. */
export class BadWords extends Error {}

/** Runs what an owner called for; what was refused is one line, and the exit code 1. */
export async function exitCodeOf(program: () => Promise<number>): Promise<number> {
  try {
    return await program();
  } catch (error) {
    const isRefused = [BackupRefused, StartRefused, StoreAway, BadSetting, BadWords].some(
      (kind) => error instanceof kind,
    );
    if (!isRefused || !(error instanceof Error)) throw error;
    console.error(error.message);
    return 1;
  }
}
