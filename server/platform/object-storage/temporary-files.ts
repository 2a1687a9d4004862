import { createHash, randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * A unique name for a temporary file, `<machine>-<process id>-<run>-<uuid>`. It names the process that writes the file, so that
 * another process can remove the files of dead processes and keep those of live ones.
 */
export const temporaryFileName = (): string => `${[machine, process.pid, run].join('-')}-${randomUUID()}`;

/**
 * Whether nobody writes the file any more: its process is dead, or the file was last changed before `before`, which is what
 * decides for processes of other machines. Both times are epoch milliseconds.
 */
export function isAbandoned(name: string, { changedAt, before }: { changedAt: number; before: number }): boolean {
  return belongsToDeadProcess(name) || changedAt < before;
}

/** Whether the process in the name is dead; false if that is not known. */
function belongsToDeadProcess(name: string): boolean {
  const [, itsMachine, pid, itsRun] = /^([0-9a-f]{12})-(\d+)-([0-9a-f]{8})-/.exec(name) ?? [];
  if (itsMachine !== machine || itsRun === run) return false;
  // The system may give this process the id of an earlier one.
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

/** What `temporaryFileName` returns. */
const ownNames = /^([0-9a-f]{12}-\d+-[0-9a-f]{8}-[0-9a-f-]{36})$/;

/**
 * Removes from a folder the temporary files and folders of dead processes, and those of other machines that were last changed before
 * `before`. Entries with other names stay: the folder may be one of the owner's. `names` matches the names of temporary files there, with
 * what `temporaryFileName` returned as its first group; what it matches otherwise is removed if it was last changed before
 * `beforeOfUnknown`. Times in epoch milliseconds.
 */
export async function removeAbandonedFiles(
  directory: string,
  { before, names = ownNames, beforeOfUnknown = before }: { before: number; names?: RegExp; beforeOfUnknown?: number },
): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const [, itsName] = names.exec(name) ?? [];
    if (itsName === undefined) continue;
    const path = join(directory, name);
    // A live process may have renamed it since.
    const changedAt = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    const latest = ownNames.test(itsName) ? before : beforeOfUnknown;
    if (isAbandoned(itsName, { changedAt, before: latest })) await rm(path, { force: true, recursive: true });
  }
}

/** Tells this process apart from earlier ones with the same id. */
const run = randomUUID().slice(0, 8);

/** Identifies where process ids are comparable: containers that share a directory each have their own namespace of ids. */
const machine = createHash('sha256').update(`${hostname()} ${pidNamespace()}`).digest('hex').slice(0, 12);

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
