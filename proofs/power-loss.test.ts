import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createRandom } from '#server/features/demo/seeded-random.ts';
import { Disk } from './power-loss/disk.ts';
import { asFound, type DiskCall, hexOf, readTrace } from './power-loss/trace.ts';
import { powerLoss } from './power-loss.ts';
import { provesInShort } from './short-form.ts';

provesInShort(powerLoss);

describe('A disk at a power cut', () => {
  it('keeps contents and names that were synced', () => {
    expect(outcomes([...created, ...synced])).toEqual([whole]);
  });

  it('loses, keeps or half writes what was not synced, sector by sector', () => {
    const found = outcomes([...created, { what: 'sync', path: '/disk' }]);
    expect(found).toContain('');
    expect(found).toContain(whole);
    expect(found.some((text) => text.length === 1024 && text !== whole)).toBe(true);
  });

  it('keeps nothing but synced contents and names in the worst case', () => {
    const syncedFile = (...steps: Step[]) => diskAfter(steps).synced().get('/disk/file')?.toString();
    expect(syncedFile(...created, { what: 'sync', path: '/disk/file' })).toBeUndefined();
    expect(syncedFile(...created, ...synced)).toBe(whole);
    const second = { what: 'write', path: '/disk/file', offset: 0, bytes: Buffer.from('more') } as const;
    expect(syncedFile(...created, ...synced, second)).toBe(whole);
  });

  it('may forget a name whose directory was not synced, though the file was', () => {
    const found = outcomes([...created, { what: 'sync', path: '/disk/file' }]);
    expect(new Set(found)).toEqual(new Set(['nothing', whole]));
  });

  it('may bring back what was removed, and the old name of what was renamed', () => {
    const removed = outcomes([...created, ...synced, { what: 'remove', path: '/disk/file' }]);
    expect(new Set(removed)).toEqual(new Set(['nothing', whole]));
    const renamed = outcomes([...created, ...synced, { what: 'rename', path: '/disk/file', to: '/disk/other' }]);
    expect(renamed).toContain(whole);
  });

  it('may lose a write that returned after the sync had begun', () => {
    const late = { what: 'write', path: '/disk/file', offset: 0, bytes: Buffer.from('late') } as const;
    const found = outcomes([...created, ...synced, late, { what: 'sync', path: '/disk/file' }]);
    expect(new Set(found)).toEqual(new Set([whole, `late${whole.slice(4)}`]));
  });
});

const whole = 'a'.repeat(512) + 'b'.repeat(512);
const created: Step[] = [
  { what: 'open', path: '/disk/file', empties: false },
  { what: 'write', path: '/disk/file', offset: 0, bytes: Buffer.from(whole) },
];
const synced: Step[] = [
  { what: 'sync', path: '/disk/file' },
  { what: 'sync', path: '/disk' },
];

type Step = DiskCall extends infer Call ? (Call extends DiskCall ? Omit<Call, 'at' | 'done'> : never) : never;

/** The different contents of /disk/file after each of 200 power cuts; `nothing` if the file is gone. */
function outcomes(steps: readonly Step[]): string[] {
  const disk = diskAfter(steps);
  const remaining = Array.from({ length: 200 }, (_, seed) => disk.afterPowerCut(createRandom(seed)).get('/disk/file'));
  return [...new Set(remaining.map((bytes) => bytes?.toString() ?? 'nothing'))];
}

/** All calls begin at 0. They return at 0 too, except for the write `late`: a sync covers every earlier write but this one. */
function diskAfter(steps: readonly Step[]): Disk {
  const disk = new Disk('/disk');
  for (const step of steps) {
    const isLate = step.what === 'write' && step.bytes.toString() === 'late';
    // A step is a call without its times, which are added here.
    disk.apply({ ...step, at: 0, done: isLate ? 1 : 0 } as DiskCall);
  }
  return disk;
}

it('Of system calls that a kill interrupted, only those that changed the disk are kept', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-trace-'));
  try {
    await writeFile(join(directory, 'opened'), '');
    await writeFile(join(directory, 'half written'), 'first');
    const begun = [
      `openat(AT_FDCWD<${hexOf('/')}>, "${hexOf(join(directory, 'opened'))}", O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0666`,
      `openat(AT_FDCWD<${hexOf('/')}>, "${hexOf(join(directory, 'not opened'))}", O_WRONLY|O_CREAT|O_CLOEXEC, 0666`,
      `pwrite64(7<${hexOf(join(directory, 'half written'))}>, "${hexOf('first second')}", 12, 0`,
      `unlink("${hexOf(join(directory, 'opened'))}"`,
    ];
    const lines = begun.map((call, index) => `${index + 1} 1700000000.00000${index} ${call} <unfinished ...>\n`);
    await writeFile(join(directory, 'trace'), lines.join(''));

    const { calls } = await readTrace(join(directory, 'trace'), directory);
    expect(calls).toHaveLength(4);
    expect(calls.map(asFound).filter((call) => call !== null)).toMatchObject([
      { what: 'open', path: join(directory, 'opened') },
      { what: 'write', path: join(directory, 'half written'), bytes: Buffer.from('first') },
    ]);
  } finally {
    await rm(directory, { recursive: true });
  }
});
