import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

/**
 * Notes, after an SQLite file was closed, in which state it was left: then the next start need not read the whole file to find damage. The
 * note holds only for exactly this state, so it does no harm if it survives a power cut that a later change did not survive, or the other
 * way around. Failing to write it only costs the next start some time.
 */
export function noteCleanEnd(file: string): void {
  // With a log the file is not complete: another process has it open.
  if (hasLog(file)) return;
  try {
    writeFileSync(noteOf(file), stateOf(file), { mode: 0o600, flush: true });
  } catch {
    rmSync(noteOf(file), { force: true });
  }
}

/** Whether the file is as the last process that had it open left it at its end. Removes the note: from now on the file may change. */
export function takeCleanEnd(file: string): boolean {
  const note = noteOf(file);
  if (!existsSync(note)) return false;
  const isClean = !hasLog(file) && readFileSync(note, 'utf8') === stateOf(file);
  rmSync(note);
  return isClean;
}

const noteOf = (file: string) => `${file}.closed`;

const hasLog = (file: string) => ['-wal', '-journal'].some((end) => existsSync(file + end));

/** Changes with every change of the file: no program can set the time of the last change (`ctime`). */
function stateOf(file: string): string {
  const { ino, size, ctimeNs } = statSync(file, { bigint: true });
  return `${ino} ${size} ${ctimeNs}\n`;
}
