import { setTimeout as pause } from 'node:timers/promises';

type Condition = () => boolean | Promise<boolean>;

interface Patience {
  patience?: number;
  every?: number;
}

/** Looks again and again until it is so; false if that does not happen in time. */
export async function becomesTrue(isSo: Condition, { patience = 60_000, every = 10 }: Patience = {}): Promise<boolean> {
  for (const giveUpAt = performance.now() + patience; !(await isSo()); await pause(every))
    if (performance.now() > giveUpAt) return false;
  return true;
}

/** Throws if it does not happen in time; `what` completes the sentence. */
export async function until(isSo: Condition, what: string, patience?: Patience): Promise<void> {
  if (!(await becomesTrue(isSo, patience))) throw new Error(`Waited in vain until ${what}.`);
}

/** Does `work` again and again, `every` so many milliseconds, until it is stopped. */
export function repeat(work: (round: number) => unknown, every: number): { stop(): Promise<void> } {
  let isOver = false;
  const loop = async () => {
    for (let round = 0; !isOver; round += 1) {
      await work(round);
      await pause(every);
    }
  };
  const looping = loop();
  // `stop()` reports it.
  looping.catch(() => undefined);
  return {
    stop() {
      isOver = true;
      return looping;
    },
  };
}
