import { describe, expect, it } from 'vitest';
import { provesInShort } from './short-form.ts';
import type { Step } from './simulation/operations.ts';
import { shorten } from './simulation/shorten.ts';
import { simulation } from './simulation.ts';

describe('The simulation', () => {
  provesInShort(simulation, { timeout: 120_000 });

  it('makes what fails as short as leaving out can', async () => {
    const steps: Step[] = Array.from({ length: 40 }, (_, n) => [{ n, at: n, does: 'giveUp', by: null }]);
    const needed = [7, 8, 31];
    const numbers = (some: readonly Step[]) => some.flat().map(({ n }) => n);
    const stillFails = async (some: readonly Step[]) => needed.every((n) => numbers(some).includes(n));
    expect(numbers(await shorten(steps, stillFails, 200))).toEqual(needed);
  });
});
