import { createHash, randomUUID } from 'node:crypto';
import { readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * A name for a file that is gone when all goes well. It says whose it is, so that the next start can tell what a dead process
 * left from what a living one beside it is about to publish.
 */
export const ownLeftover = (): string => `${[machine, process.pid, run].join('-')}-${randomUUID()}`;

/** False also where it cannot be known: another machine's, or a name of another form. */
export function isOfTheDead(leftover: string): boolean {
  const [, itsMachine, pid, itsRun] = /^([0-9a-f]{12})-(\d+)-([0-9a-f]{8})-/.exec(leftover) ?? [];
  if (itsMachine !== machine || itsRun === run) return false;
  // A process before us may have had our very id.
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

/** This process among all that ever had its id. */
const run = randomUUID().slice(0, 8);

/** Where process ids mean the same: containers that share a folder have each their own. */
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
    // Another user's process: there, but not ours to signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
