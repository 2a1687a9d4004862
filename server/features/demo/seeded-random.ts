/** Random numbers from a seed, so that every shop has the same demo. */
export interface SeededRandom {
  /** An integer from 0 to `count - 1`. */
  below(count: number): number;
  /** True with this probability, 0 to 1. */
  chance(probability: number): boolean;
  /** A random element. Throws for an empty list. */
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
  bytes(count: number): Buffer;
}

export function createRandom(seed: number): SeededRandom {
  const next = mulberry32(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (probability) => next() < probability,
    pick(items) {
      const index = below(items.length);
      const item = items[index];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    shuffled: (items) =>
      items
        .map((item) => ({ item, rank: next() }))
        .sort((left, right) => left.rank - right.rank)
        .map(({ item }) => item),
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}

/** Tommy Ettinger's mulberry32: numbers from 0 up to but not including 1. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
