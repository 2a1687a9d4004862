import { basename, dirname } from 'node:path';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { DiskCall } from './trace.ts';
import { type Change, chosen, createUnsyncedFile, type Fate, parted, type UnsyncedFile } from './unsynced-file.ts';

/** Files by their absolute path. */
export type Files = ReadonlyMap<string, Buffer>;

/**
 * A disk that keeps no more than POSIX says it must: contents and length of a file after a sync of that file, a name (also
 * that a name is gone) after a sync of its directory. A system gives more, each another more; whatever was not synced is kept,
 * lost, torn or overtaken here, each for itself. What is assumed: a sector of 512 bytes is written whole or not at all, and
 * what was synced stays.
 */
export interface Disk {
  apply(call: DiskCall): void;
  /** As programs see it. */
  seen(): Files;
  /** What a power cut leaves. */
  left(random: SeededRandom): Files;
}

interface Directory {
  names: Map<string, Name>;
}

/** What a name refers to: null is nothing. */
interface Name {
  now: Entry | null;
  synced: Entry | null;
  changes: Change<Entry | null>[];
}

type Entry = { file: UnsyncedFile } | { directory: Directory };

/** `root`: absolute; it is there, and nothing that is called outside of it counts. */
export function createDisk(root: string): Disk {
  const top: Directory = { names: new Map() };

  const directoryAt = (path: string): Directory | null => {
    if (path === root) return top;
    if (!path.startsWith(`${root}/`)) return null;
    const entry = directoryAt(dirname(path))?.names.get(basename(path))?.now;
    return entry && 'directory' in entry ? entry.directory : null;
  };
  const entryAt = (path: string) => directoryAt(dirname(path))?.names.get(basename(path))?.now ?? null;
  const fileAt = (path: string) => {
    const entry = entryAt(path);
    return entry && 'file' in entry ? entry.file : null;
  };
  const put = (path: string, what: Entry | null, done: number) => {
    const names = directoryAt(dirname(path))?.names;
    if (!names) return;
    const name = names.get(basename(path)) ?? { now: null, synced: null, changes: [] };
    names.set(basename(path), { ...name, now: what, changes: [...name.changes, { done, what }] });
  };

  return {
    apply(call) {
      const { path, done } = call;
      if (call.what === 'open') {
        if (!entryAt(path)) put(path, { file: createUnsyncedFile() }, done);
        else if (call.empties) fileAt(path)?.truncate(0, done);
      } else if (call.what === 'write') fileAt(path)?.write(call.offset, call.bytes, done);
      else if (call.what === 'truncate') fileAt(path)?.truncate(call.size, done);
      else if (call.what === 'make directory') put(path, { directory: { names: new Map() } }, done);
      else if (call.what === 'remove') put(path, null, done);
      else if (call.what === 'link') put(call.to, entryAt(path), done);
      else if (call.what === 'rename') {
        put(call.to, entryAt(path), done);
        put(path, null, done);
      } else {
        fileAt(path)?.sync(call.begun);
        for (const name of directoryAt(path)?.names.values() ?? []) syncName(name, call.begun);
      }
    },
    seen: () =>
      new Map(
        filesIn(
          top,
          root,
          ({ now }) => now,
          (file) => file.seen(),
        ),
      ),
    left(random) {
      const fate = fateOf(random);
      const entryOf = ({ synced, changes }: Name) =>
        chosen([synced, ...changes.map(({ what }) => what)], fate, random) ?? null;
      return new Map(filesIn(top, root, entryOf, (file) => file.left(fate, random)));
    },
  };
}

function syncName(name: Name, begun: number): void {
  const [covered, later] = parted(name.changes, begun);
  const last = covered.at(-1);
  if (last) name.synced = last.what;
  name.changes = later;
}

const fates: readonly Pick<Fate, 'newest' | 'oldest'>[] = [
  { newest: 0, oldest: 1 },
  { newest: 0.1, oldest: 0.8 },
  { newest: 0.4, oldest: 0.4 },
  { newest: 0.8, oldest: 0.1 },
  { newest: 1, oldest: 0 },
  { newest: 0, oldest: 0 },
];

function fateOf(random: SeededRandom): Fate {
  return { ...random.pick(fates), torn: random.pick([0, 0.2, 1]), showsGarbage: random.chance(0.25) };
}

function* filesIn(
  directory: Directory,
  path: string,
  entryOf: (name: Name) => Entry | null,
  contentOf: (file: UnsyncedFile) => Buffer,
): Generator<[path: string, content: Buffer]> {
  for (const [word, name] of directory.names) {
    const entry = entryOf(name);
    if (!entry) continue;
    if ('file' in entry) yield [`${path}/${word}`, contentOf(entry.file)];
    else yield* filesIn(entry.directory, `${path}/${word}`, entryOf, contentOf);
  }
}
