import { basename, dirname } from 'node:path';
import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import type { DiskCall } from './trace.ts';

/** Files by their absolute path. */
export type Files = ReadonlyMap<string, Buffer>;

/** What a name refers to; null if the name does not exist. */
type Target = Directory | DiskFile | null;

/** The entries of a directory, by their names. */
type Directory = Map<string, DiskValue<Target>>;

/**
 * A disk that keeps only what POSIX guarantees: contents and length of a file after a sync of that file; new names, and the removal of
 * names, after a sync of their directory. Real systems keep more, but not all the same. Here every change that was not synced may be kept,
 * lost or half written, independently of earlier and later changes. It is assumed that a sector of 512 bytes is written whole or not at
 * all, and that what was synced stays.
 */
export class Disk {
  readonly #root: string;
  readonly #top: Directory = new Map();

  /** `root`: absolute; the folder exists already. Calls on files outside of it have no effect. */
  constructor(root: string) {
    this.#root = root;
  }

  apply(call: DiskCall): void {
    const { path, done } = call;
    const target = this.#targetAt(path);
    const file = target instanceof DiskFile ? target : null;
    if (call.what === 'open') {
      if (!target) this.#put(path, new DiskFile(), done);
      else if (call.empties) file?.truncate(0, done);
    } else if (call.what === 'write') file?.write(call.offset, call.bytes, done);
    else if (call.what === 'truncate') file?.truncate(call.size, done);
    else if (call.what === 'make directory') this.#put(path, new Map(), done);
    else if (call.what === 'remove') this.#put(path, null, done);
    else if (call.what === 'sync') {
      file?.sync(call.at);
      if (target instanceof Map) for (const entry of target.values()) entry.sync(call.at);
    } else {
      this.#put(call.to, target, done);
      if (call.what === 'rename') this.#put(path, null, done);
    }
  }

  /** The files as programs see them. */
  seen(): Files {
    return this.#filesAs('now');
  }

  /** What a power cut leaves if the disk keeps nothing that was not synced. */
  synced(): Files {
    return this.#filesAs('synced');
  }

  /** What a power cut leaves if the disk also keeps random changes that were not synced. */
  afterPowerCut(random: SeededRandom): Files {
    const fate: Fate = {
      ...random.pick(probabilities),
      torn: random.pick([0, 0.2, 1]),
      showsGarbage: random.chance(0.25),
    };
    const files = filesIn(this.#top, this.#root, (entry) => entry.afterPowerCut(fate, random));
    return new Map(files.map(([path, file]) => [path, file.afterPowerCut(fate, random)]));
  }

  #filesAs(state: 'now' | 'synced'): Files {
    const files = filesIn(this.#top, this.#root, (entry) => entry[state]);
    return new Map(files.map(([path, file]) => [path, file.as(state)]));
  }

  #targetAt(path: string): Target {
    if (path === this.#root) return this.#top;
    if (!path.startsWith(`${this.#root}/`)) return null;
    const parent = this.#targetAt(dirname(path));
    return parent instanceof Map ? (parent.get(basename(path))?.now ?? null) : null;
  }

  #put(path: string, target: Target, done: number): void {
    const directory = this.#targetAt(dirname(path));
    if (!(directory instanceof Map)) return;
    const entry: DiskValue<Target> = directory.get(basename(path)) ?? new DiskValue(null);
    directory.set(basename(path), entry);
    entry.set(target, done);
  }
}

const probabilities: readonly Pick<Fate, 'newest' | 'oldest'>[] = [
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
  targetOf: (entry: DiskValue<Target>) => Target,
): [path: string, file: DiskFile][] {
  return [...directory].flatMap(([name, entry]) => {
    const target = targetOf(entry);
    if (target instanceof DiskFile) return [[`${path}/${name}`, target]];
    return target ? filesIn(target, `${path}/${name}`, targetOf) : [];
  });
}

/** How one power cut treats changes that were not synced. Each power cut has its own fate, because disks fail in different ways. */
interface Fate {
  /**
   * Probability, 0 to 1, that a value is left in its newest state (`newest`) or its synced state (`oldest`); otherwise a random state
   * is left.
   */
  newest: number;
  oldest: number;
  /** Probability, 0 to 1, that the sectors of a piece (`sectorsPerPiece`) are decided independently. */
  torn: number;
  /** Whether the new part of a file that became longer holds old bytes of the disk instead of zeros. */
  showsGarbage: boolean;
}

/** A value as it was synced last, and its changes since: a power cut may leave any of these. */
class DiskValue<Value> {
  #synced: Value;
  #changes: { done: number; value: Value }[] = [];

  constructor(synced: Value) {
    this.#synced = synced;
  }

  get now(): Value {
    const last = this.#changes.at(-1);
    return last ? last.value : this.#synced;
  }

  get synced(): Value {
    return this.#synced;
  }

  /** `done`: the place (`DiskCall`) at which the system call had returned. A sync that began there or later covers the change. */
  set(value: Value, done: number): void {
    this.#changes.push({ done, value });
  }

  /** `begun`: the place at which the sync began. */
  sync(begun: number): void {
    const covered = this.#changes.findLast(({ done }) => done <= begun);
    if (covered) this.#synced = covered.value;
    this.#changes = this.#changes.filter(({ done }) => done > begun);
  }

  /** `luck`, 0 to 1: decides which state is left. It is the same for sectors that are decided together; random if it is absent. */
  afterPowerCut({ newest, oldest }: Fate, random: SeededRandom, luck?: number): Value {
    if (this.#changes.length === 0) return this.#synced;
    const number = luck ?? random.below(100) / 100;
    if (number < newest) return this.now;
    if (number < newest + oldest) return this.#synced;
    return random.pick([this.#synced, ...this.#changes.map(({ value }) => value)]);
  }
}

/** Bytes of a sector, which a disk writes whole or not at all. */
const sectorSize = 512;
/** How many sectors a system usually writes at once. */
const sectorsPerPiece = 8;

/** The contents of one file, as programs see them and as a disk may have them. */
class DiskFile {
  readonly #size = new DiskValue(0);
  /** Sectors by their number. Null: nothing was written there, so it holds zeros or old bytes of the disk. */
  readonly #sectors = new Map<number, DiskValue<Buffer | null>>();

  write(offset: number, bytes: Buffer, done: number): void {
    const end = offset + bytes.length;
    if (end > this.#size.now) this.#size.set(end, done);
    for (let number = Math.floor(offset / sectorSize); number * sectorSize < end; number += 1) {
      const sector = this.#sectors.get(number) ?? new DiskValue<Buffer | null>(null);
      this.#sectors.set(number, sector);
      const begin = number * sectorSize;
      const content = Buffer.alloc(sectorSize);
      sector.now?.copy(content);
      bytes.copy(content, Math.max(0, offset - begin), Math.max(0, begin - offset));
      sector.set(content, done);
    }
  }

  truncate(size: number, done: number): void {
    const surplus = this.#size.now - size;
    if (surplus > 0) this.write(size, Buffer.alloc(surplus), done);
    if (surplus !== 0) this.#size.set(size, done);
  }

  sync(begun: number): void {
    this.#size.sync(begun);
    for (const sector of this.#sectors.values()) sector.sync(begun);
  }

  as(state: 'now' | 'synced'): Buffer {
    const image = Buffer.alloc(this.#size[state]);
    for (const [number, sector] of this.#sectors) sector[state]?.copy(image, number * sectorSize);
    return image;
  }

  afterPowerCut(fate: Fate, random: SeededRandom): Buffer {
    const image = Buffer.alloc(this.#size.afterPowerCut(fate, random));
    const { synced } = this.#size;
    if (fate.showsGarbage && image.length > synced) image.fill(random.bytes(4_099), synced);
    for (const ofPiece of Map.groupBy(this.#sectors, ([number]) => Math.floor(number / sectorsPerPiece)).values()) {
      const luck = random.chance(fate.torn) ? undefined : random.below(100) / 100;
      for (const [number, sector] of ofPiece)
        if (number * sectorSize < image.length)
          sector.afterPowerCut(fate, random, luck)?.copy(image, number * sectorSize);
    }
    return image;
  }
}
