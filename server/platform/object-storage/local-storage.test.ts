import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FileStorage } from './file-storage.ts';
import { createLocalStorage } from './local-storage.ts';
import { temporaryFileName } from './temporary-files.ts';

const hour = 3_600_000;
const [known, unknown] = ['1'.repeat(32), '2'.repeat(32)].map((hash) => `${hash}/original.png`) as [string, string];

describe('A file that a process published', () => {
  let directory = '';
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lacquer-files-'));
  });
  afterEach(() => rm(directory, { recursive: true }));

  it('counts as published only once its name is synced, because the process may have died before that', async () => {
    const files = createLocalStorage(join(directory, 'media'));
    const path = join(directory, 'media', known);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, 'a picture');
    const handle = await open(path);
    const sync = vi.spyOn(Object.getPrototypeOf(handle), 'sync');
    try {
      expect(await files.isPublished(unknown)).toBe(false);
      expect(sync).not.toHaveBeenCalled();
      expect(await files.isPublished(known)).toBe(true);
      // The directory of the picture, that of all pictures, and that of the shop.
      expect(sync).toHaveBeenCalledTimes(3);
    } finally {
      sync.mockRestore();
      await handle.close();
    }
  });
});

describe('Recovery after a process died', () => {
  let directory = '';
  let files: FileStorage;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lacquer-files-'));
    files = createLocalStorage(directory);
    for (const name of [known, unknown]) await files.publish(await files.stage(Buffer.from(name)), name);
  });
  afterEach(() => rm(directory, { recursive: true }));

  const isKnown = async (name: string) => name === known;
  const incoming = () => readdir(join(directory, 'incoming'));
  const leave = (name: string, content: string) => writeFile(join(directory, 'incoming', name), content);

  it('removes its staged files, and its published files without a row', async () => {
    await leave(temporaryFileOf(deadProcess()), 'half a pictu');
    await leave(`${temporaryFileOf(deadProcess())}.note`, `${known}\n${unknown}`);
    await files.recover(Date.now() - hour, isKnown);
    expect(await incoming()).toEqual([]);
    expect(await files.isPublished(known)).toBe(true);
    expect(await files.isPublished(unknown)).toBe(false);
  });

  it('keeps the files of live processes and the new files of other machines', async () => {
    const own = await files.note([unknown]);
    const ofOtherProcess = `${temporaryFileOf(process.ppid)}.note`;
    await leave(ofOtherProcess, unknown);
    await leave('of-another-machine', 'half a pictu');
    await files.recover(Date.now() - hour, isKnown);
    expect((await incoming()).sort()).toEqual([basename(own.path), ofOtherProcess, 'of-another-machine'].sort());
    expect(await files.isPublished(unknown)).toBe(true);
  });

  it('removes the files of an earlier process that had the same process id', async () => {
    await leave(`${temporaryFileOf(process.pid)}.note`, unknown);
    await files.recover(Date.now() - hour, isKnown);
    expect(await incoming()).toEqual([]);
    expect(await files.isPublished(unknown)).toBe(false);
  });

  it('removes old files of other machines', async () => {
    await leave('of-another-machine', 'half a pictu');
    await utimes(join(directory, 'incoming', 'of-another-machine'), 0, 0);
    await files.recover(Date.now() - hour, isKnown);
    expect(await incoming()).toEqual([]);
  });

  it('never removes a file outside of the published ones, whatever a note contains', async () => {
    await leave('precious', 'kept');
    await leave(`${temporaryFileOf(deadProcess())}.note`, `incoming/precious\n../x/original.png\n${known.slice(0, 9)}`);
    await files.recover(Date.now() - hour, async () => false);
    expect(await incoming()).toEqual(['precious']);
    expect(await files.isPublished(known)).toBe(true);
  });
});

/** The name of a temporary file that another process of this machine made, while it had this process id. */
function temporaryFileOf(pid: number): string {
  const [machine, , , ...rest] = temporaryFileName().split('-');
  return [machine, pid, '00000000', ...rest].join('-');
}

const deadProcess = () => spawnSync(process.execPath, ['--version']).pid;
