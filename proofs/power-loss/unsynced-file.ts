import type { SeededRandom } from '#server/features/demo/seeded-random.ts';

/** What a disk writes whole or not at all, bytes; and the piece that a system usually writes at once. */
const sectorSize = 512;
const sectorsPerPiece = 8;

/** What becomes of everything that was not synced, the same for one whole power cut: no two disks fail alike. */
export interface Fate {
  /** Shares, 0 to 1: the newest got there, nothing got there; between them, something older got there. */
  newest: number;
  oldest: number;
  /** Share of pieces whose sectors each have a fate of their own. */
  torn: number;
  /** A file that became longer shows what lay on the disk before, instead of zeros. */
  showsGarbage: boolean;
}

export interface Change<What> {
  /** When the system call had returned: a sync that began later covers it. */
  done: number;
  what: What;
}

/** The contents of one file, as programs see them and as a disk may have them. */
export interface UnsyncedFile {
  write(offset: number, bytes: Buffer, done: number): void;
  truncate(size: number, done: number): void;
  /** A sync that began at `begun` has returned. */
  sync(begun: number): void;
  size(): number;
  /** As programs see it. */
  seen(): Buffer;
  /** What a power cut leaves of it. */
  left(fate: Fate, random: SeededRandom): Buffer;
}

export function createUnsyncedFile(): UnsyncedFile {
  let content: Buffer = Buffer.alloc(0);
  let size = 0;
  /** As the disk has it for certain. */
  let synced: Buffer = Buffer.alloc(0);
  let sizes: Change<number>[] = [];
  /** By number of the sector: what was written into it since, oldest first. */
  const sectors = new Map<number, Change<Buffer>[]>();

  const noteSectors = (from: number, to: number, done: number) => {
    for (let sector = Math.floor(from / sectorSize); sector * sectorSize < to; sector += 1) {
      const what = Buffer.from(content.subarray(sector * sectorSize, (sector + 1) * sectorSize));
      const known = sectors.get(sector);
      if (known) known.push({ done, what });
      else sectors.set(sector, [{ done, what }]);
    }
  };
  const noteSize = (next: number, done: number) => {
    if (next !== size) sizes.push({ done, what: next });
    size = next;
  };

  return {
    write(offset, bytes, done) {
      content = withRoomFor(content, offset + bytes.length);
      bytes.copy(content, offset);
      noteSize(Math.max(size, offset + bytes.length), done);
      noteSectors(offset, offset + bytes.length, done);
    },
    truncate(next, done) {
      content = withRoomFor(content, next);
      content.fill(0, next);
      const before = size;
      noteSize(next, done);
      if (next < before) noteSectors(next, before, done);
    },
    sync(begun) {
      const [covered, later] = parted(sizes, begun);
      const syncedSize = covered.at(-1)?.what ?? synced.length;
      sizes = later;
      if (syncedSize !== synced.length) synced = resized(synced, syncedSize);
      for (const [sector, changes] of sectors) {
        const [written, pending] = parted(changes, begun);
        written.at(-1)?.what.copy(synced, sector * sectorSize);
        if (pending.length > 0) sectors.set(sector, pending);
        else sectors.delete(sector);
      }
    },
    size: () => size,
    seen: () => Buffer.from(content.subarray(0, size)),
    left(fate, random) {
      const length = chosen([synced.length, ...sizes.map(({ what }) => what)], fate, random) ?? 0;
      const image = resized(synced, length);
      if (fate.showsGarbage && length > synced.length) image.fill(random.bytes(4_099), synced.length);
      for (const [piece, ofPiece] of Map.groupBy(sectors, ([sector]) => Math.floor(sector / sectorsPerPiece))) {
        const isTorn = random.chance(fate.torn);
        const luck = random.below(100) / 100;
        const place = piece * sectorsPerPiece * sectorSize;
        if (place >= length) continue;
        for (const [sector, changes] of ofPiece) {
          const states = [null, ...changes.map(({ what }) => what)];
          const state = chosen(states, fate, random, isTorn ? undefined : luck);
          if (sector * sectorSize < length) state?.copy(image, sector * sectorSize);
        }
      }
      return image;
    },
  };
}

/** Of states from the oldest to the newest, the one the disk has. `luck`, 0 to 1: shared by what has one fate. */
export function chosen<State>(
  states: readonly State[],
  fate: Fate,
  random: SeededRandom,
  luck?: number,
): State | undefined {
  if (states.length === 1) return states[0];
  const number = luck ?? random.below(100) / 100;
  if (number < fate.newest) return states.at(-1);
  if (number < fate.newest + fate.oldest) return states[0];
  return random.pick(states);
}

/** What a sync that began at `begun` covers, and the rest. */
export function parted<What>(
  changes: readonly Change<What>[],
  begun: number,
): [covered: Change<What>[], later: Change<What>[]] {
  return [changes.filter(({ done }) => done <= begun), changes.filter(({ done }) => done > begun)];
}

function withRoomFor(content: Buffer, size: number): Buffer {
  return size <= content.length ? content : resized(content, Math.max(size, content.length * 2, 65_536));
}

function resized(content: Buffer, size: number): Buffer {
  const next = Buffer.alloc(size);
  content.copy(next);
  return next;
}
