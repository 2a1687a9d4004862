import { BackupRefused } from '#server/features/backups/backup-refused.ts';
import { ObjectStoreUnavailable } from '#server/features/media/media.ts';
import { ServiceUnavailable, StartRefused } from '#server/platform/failures.ts';
import { BadSetting } from '#server/settings.ts';

/** The command line arguments are invalid. The message shows the correct usage. */
export class UsageError extends Error {}

const expectedErrors = [
  BackupRefused,
  StartRefused,
  ServiceUnavailable,
  ObjectStoreUnavailable,
  BadSetting,
  UsageError,
];

/** Runs a command and returns its exit code. An expected error is printed as one line and gives 1; any other is thrown. */
export async function runCommand(command: () => Promise<number>): Promise<number> {
  try {
    return await command();
  } catch (error) {
    if (!(error instanceof Error) || !expectedErrors.some((kind) => error instanceof kind)) throw error;
    console.error(error.message);
    return 1;
  }
}
