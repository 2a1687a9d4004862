/** Chance that comes out the same every time: the demo is the same one in every shop. */
export interface Seeded {
  /** A whole number from 0 to before `count`. */
  below(count: number): number;
  /** True in `share` of the cases, 0 to 1. */
  chance(share: number): boolean;
  /** One of them; there is at least one. */
  pick<Thing>(things: readonly Thing[]): Thing;
  shuffled<Thing>(things: readonly Thing[]): Thing[];
  bytes(count: number): Buffer;
}

export function createSeeded(seed: number): Seeded {
  const next = mulberry32(seed);
  const below = (count: number) => Math.floor(next() * count);
  return {
    below,
    chance: (share) => next() < share,
    pick(things) {
      const index = below(things.length);
      const thing = things[index];
      if (thing === undefined) throw new Error('nothing to pick from');
      return thing;
    },
    shuffled: (things) =>
      things
        .map((thing) => ({ thing, rank: next() }))
        .sort((left, right) => left.rank - right.rank)
        .map(({ thing }) => thing),
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  };
}

/** Tommy Ettinger's mulberry32: numbers from 0 to before 1. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
