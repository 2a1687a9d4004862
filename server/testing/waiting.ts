import { setTimeout as pause } from 'node:timers/promises';

type Condition = () => boolean | Promise<boolean>;

/** Milliseconds: how long to wait, and the pause between two checks. */
interface Patience {
  patience?: number;
  every?: number;
}

/** Checks the condition again and again. Returns true when it holds, or false when the patience is over. */
export async function becomesTrue(isSo: Condition, { patience = 60_000, every = 10 }: Patience = {}): Promise<boolean> {
  for (const giveUpAt = performance.now() + patience; !(await isSo()); await pause(every))
    if (performance.now() > giveUpAt) return false;
  return true;
}

/** Waits until the condition holds. Throws when the patience is over; `what` completes the sentence of the error. */
export async function until(isSo: Condition, what: string, patience?: Patience): Promise<void> {
  if (!(await becomesTrue(isSo, patience))) throw new Error(`Waited in vain until ${what}.`);
}

/** Runs `work` again and again, with a pause of `every` milliseconds, until `stop()` is called. */
export function repeat(work: (round: number) => unknown, every: number): { stop(): Promise<void> } {
  let isOver = false;
  const loop = async () => {
    for (let round = 0; !isOver; round += 1) {
      await work(round);
      await pause(every);
    }
  };
  const looping = loop();
  // The promise that `stop()` returns reports the error.
  looping.catch(() => undefined);
  return {
    stop() {
      isOver = true;
      return looping;
    },
  };
}
