import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import { type Fate, Unsynced } from './unsynced.ts';

/** What a disk writes whole or not at all, bytes; and the piece that a system usually writes at once. */
const sectorSize = 512;
const sectorsPerPiece = 8;

/** The contents of one file, as programs see them and as a disk may have them. */
export class UnsyncedFile {
  readonly #size = new Unsynced(0);
  /** Null where nothing was written: zeros, or what lay on the disk before. */
  readonly #sectors = new Map<number, Unsynced<Buffer | null>>();

  write(offset: number, bytes: Buffer, done: number): void {
    const end = offset + bytes.length;
    if (end > this.#size.now) this.#size.set(end, done);
    for (let number = Math.floor(offset / sectorSize); number * sectorSize < end; number += 1) {
      const sector = this.#sectors.get(number) ?? new Unsynced<Buffer | null>(null);
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

  /** A sync that began at `begun` has returned. */
  sync(begun: number): void {
    this.#size.sync(begun);
    for (const sector of this.#sectors.values()) sector.sync(begun);
  }

  /** As programs see it. */
  seen(): Buffer {
    const image = Buffer.alloc(this.#size.now);
    for (const [number, { now }] of this.#sectors) now?.copy(image, number * sectorSize);
    return image;
  }

  /** What a power cut leaves of it. */
  left(fate: Fate, random: SeededRandom): Buffer {
    const image = Buffer.alloc(this.#size.left(fate, random));
    const { synced } = this.#size;
    if (fate.showsGarbage && image.length > synced) image.fill(random.bytes(4_099), synced);
    for (const ofPiece of Map.groupBy(this.#sectors, ([number]) => Math.floor(number / sectorsPerPiece)).values()) {
      const luck = random.chance(fate.torn) ? undefined : random.below(100) / 100;
      for (const [number, sector] of ofPiece)
        if (number * sectorSize < image.length) sector.left(fate, random, luck)?.copy(image, number * sectorSize);
    }
    return image;
  }
}
