import type { Step } from './operations.ts';

/**
 * The shortest sequence that still fails, as far as leaving out finds it: halves first, then ever smaller parts, at most
 * `tries` attempts. Every operation keeps its own time, so what is left out is only itself.
 */
export async function shorten(
  steps: readonly Step[],
  stillFails: (steps: readonly Step[]) => Promise<boolean>,
  tries: number,
): Promise<readonly Step[]> {
  let shortest = steps;
  let left = tries;
  for (let size = Math.ceil(steps.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let begin = shortest.length - size; begin > -size && left > 0; begin -= size) {
      const from = Math.max(0, begin);
      const without = [...shortest.slice(0, from), ...shortest.slice(Math.max(0, begin + size))];
      left -= 1;
      if (without.length < shortest.length && (await stillFails(without))) shortest = without;
    }
  }
  return shortest;
}
