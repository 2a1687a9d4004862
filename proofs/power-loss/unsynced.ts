import type { SeededRandom } from '#server/features/demo/seeded-random.ts';

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

/** A value as the disk has it for certain, and what it became since: a power cut may leave any of these. */
export class Unsynced<Value> {
  #synced: Value;
  #changes: { done: number; value: Value }[] = [];

  constructor(synced: Value) {
    this.#synced = synced;
  }

  /** As programs see it. */
  get now(): Value {
    const last = this.#changes.at(-1);
    return last ? last.value : this.#synced;
  }

  get synced(): Value {
    return this.#synced;
  }

  /** `done`: when the system call had returned. A sync that began later covers it. */
  set(value: Value, done: number): void {
    this.#changes.push({ done, value });
  }

  /** A sync that began at `begun` has returned. */
  sync(begun: number): void {
    const covered = this.#changes.findLast(({ done }) => done <= begun);
    if (covered) this.#synced = covered.value;
    this.#changes = this.#changes.filter(({ done }) => done > begun);
  }

  /** What a power cut leaves. `luck`, 0 to 1: shared by what has one fate. */
  left({ newest, oldest }: Fate, random: SeededRandom, luck?: number): Value {
    if (this.#changes.length === 0) return this.#synced;
    const number = luck ?? random.below(100) / 100;
    if (number < newest) return this.now;
    if (number < newest + oldest) return this.#synced;
    return random.pick([this.#synced, ...this.#changes.map(({ value }) => value)]);
  }
}
