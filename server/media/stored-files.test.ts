import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ownLeftover } from './leftovers.ts';
import { localFiles, type StoredFiles } from './stored-files.ts';

const hour = 3_600_000;
const [known, unknown] = ['1'.repeat(32), '2'.repeat(32)].map((hash) => `${hash}/original.png`) as [string, string];

describe('What a process leaves when it dies', () => {
  let directory = '';
  let files: StoredFiles;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lacquer-files-'));
    files = localFiles(directory);
    for (const name of [known, unknown]) await files.publish(await files.stage(Buffer.from(name)), name);
  });
  afterEach(() => rm(directory, { recursive: true }));

  const isKnown = async (name: string) => name === known;
  const incoming = () => readdir(join(directory, 'incoming'));
  const leave = (name: string, content: string) => writeFile(join(directory, 'incoming', name), content);

  it('is cleared up by the next: what was staged, and what was published without its row', async () => {
    await leave(leftoverOf(deadProcess()), 'half a pictu');
    await leave(`${leftoverOf(deadProcess())}.note`, `${known}\n${unknown}`);
    await files.recover(Date.now() - hour, isKnown);
    expect(await incoming()).toEqual([]);
    expect(await files.exists(known)).toBe(true);
    expect(await files.exists(unknown)).toBe(false);
  });

  it('is told from what a living one is about to publish', async () => {
    const own = await files.note([unknown]);
    const neighbours = `${leftoverOf(process.ppid)}.note`;
    await leave(neighbours, unknown);
    await leave('of-another-machine', 'half a pictu');
    await files.recover(Date.now() - hour, isKnown);
    expect((await incoming()).sort()).toEqual([basename(own.place), neighbours, 'of-another-machine'].sort());
    expect(await files.exists(unknown)).toBe(true);
  });

  it('is told from what a process before it left that had its very id', async () => {
    await leave(`${leftoverOf(process.pid)}.note`, unknown);
    await files.recover(Date.now() - hour, isKnown);
    expect(await incoming()).toEqual([]);
    expect(await files.exists(unknown)).toBe(false);
  });

  it('on another machine is cleared up once it is old', async () => {
    await leave('of-another-machine', 'half a pictu');
    await utimes(join(directory, 'incoming', 'of-another-machine'), 0, 0);
    await files.recover(Date.now() - hour, isKnown);
    expect(await incoming()).toEqual([]);
  });

  it('never names a file outside', async () => {
    await leave('precious', 'kept');
    await leave(`${leftoverOf(deadProcess())}.note`, `incoming/precious\n../x/original.png\n${known.slice(0, 9)}`);
    await files.recover(Date.now() - hour, async () => false);
    expect(await incoming()).toEqual(['precious']);
    expect(await files.exists(known)).toBe(true);
  });
});

/** As a process of this machine with this id names it, in another life than ours. */
function leftoverOf(pid: number): string {
  const [machine, , , ...rest] = ownLeftover().split('-');
  return [machine, pid, '00000000', ...rest].join('-');
}

const deadProcess = () => spawnSync(process.execPath, ['--version']).pid;
