/** Calls `work` with each of the things, in their order, at most `atOnce` at a time. */
export async function forEachAtOnce<Thing>(
  things: readonly Thing[],
  atOnce: number,
  work: (thing: Thing) => Promise<unknown>,
): Promise<void> {
  const waiting = things.values();
  const workOn = async () => {
    for (const thing of waiting) await work(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, workOn));
}
