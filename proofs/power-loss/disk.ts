import { basename, dirname } from 'node:path';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { DiskCall } from './trace.ts';
import { type Fate, Unsynced } from './unsynced.ts';
import { UnsyncedFile } from './unsynced-file.ts';

/** Files by their absolute path. */
export type Files = ReadonlyMap<string, Buffer>;

/** What each name refers to; null is nothing. */
type Directory = Map<string, Unsynced<Directory | UnsyncedFile | null>>;

/**
 * A disk that keeps no more than POSIX says it must: contents and length of a file after a sync of that file, a name (also
 * that a name is gone) after a sync of its directory. A system gives more, each another more; whatever was not synced is kept,
 * lost, torn or overtaken here, each for itself. What is assumed: a sector of 512 bytes is written whole or not at all, and
 * what was synced stays.
 */
export class Disk {
  readonly #root: string;
  readonly #top: Directory = new Map();

  /** `root`: absolute; it is there, and nothing that is called outside of it counts. */
  constructor(root: string) {
    this.#root = root;
  }

  apply(call: DiskCall): void {
    const { path, done } = call;
    const entry = this.#entryAt(path);
    const file = entry instanceof UnsyncedFile ? entry : null;
    if (call.what === 'open') {
      if (!entry) this.#put(path, new UnsyncedFile(), done);
      else if (call.empties) file?.truncate(0, done);
    } else if (call.what === 'write') file?.write(call.offset, call.bytes, done);
    else if (call.what === 'truncate') file?.truncate(call.size, done);
    else if (call.what === 'make directory') this.#put(path, new Map(), done);
    else if (call.what === 'remove') this.#put(path, null, done);
    else if (call.what === 'sync') {
      file?.sync(call.begun);
      if (entry instanceof Map) for (const name of entry.values()) name.sync(call.begun);
    } else {
      this.#put(call.to, entry, done);
      if (call.what === 'rename') this.#put(path, null, done);
    }
  }

  /** As programs see it. */
  seen(): Files {
    const files = filesIn(this.#top, this.#root, ({ now }) => now);
    return new Map(files.map(([path, file]) => [path, file.seen()]));
  }

  /** What a power cut leaves. */
  left(random: SeededRandom): Files {
    const fate: Fate = {
      ...random.pick(shares),
      torn: random.pick([0, 0.2, 1]),
      showsGarbage: random.chance(0.25),
    };
    const files = filesIn(this.#top, this.#root, (name) => name.left(fate, random));
    return new Map(files.map(([path, file]) => [path, file.left(fate, random)]));
  }

  #entryAt(path: string): Directory | UnsyncedFile | null {
    if (path === this.#root) return this.#top;
    if (!path.startsWith(`${this.#root}/`)) return null;
    const parent = this.#entryAt(dirname(path));
    return parent instanceof Map ? (parent.get(basename(path))?.now ?? null) : null;
  }

  #put(path: string, what: Directory | UnsyncedFile | null, done: number): void {
    const directory = this.#entryAt(dirname(path));
    if (!(directory instanceof Map)) return;
    const name: Unsynced<typeof what> = directory.get(basename(path)) ?? new Unsynced(null);
    directory.set(basename(path), name);
    name.set(what, done);
  }
}

const shares: readonly Pick<Fate, 'newest' | 'oldest'>[] = [
  { newest: 0, oldest: 1 },
  { newest: 0.1, oldest: 0.8 },
  { newest: 0.4, oldest: 0.4 },
  { newest: 0.8, oldest: 0.1 },
  { newest: 1, oldest: 0 },
  { newest: 0, oldest: 0 },
];

function filesIn(
  directory: Directory,
  path: string,
  entryOf: (name: Unsynced<Directory | UnsyncedFile | null>) => Directory | UnsyncedFile | null,
): [path: string, file: UnsyncedFile][] {
  return [...directory].flatMap(([word, name]) => {
    const entry = entryOf(name);
    if (entry instanceof UnsyncedFile) return [[`${path}/${word}`, entry]];
    return entry ? filesIn(entry, `${path}/${word}`, entryOf) : [];
  });
}
