import { hostileBodies } from './limits/bodies.ts';
import { openFixture, type Part } from './limits/fixture.ts';
import { freeLoop } from './limits/loop.ts';
import { crowdedQueue, guesses } from './limits/passwords.ts';
import { slowReaders, slowSenders } from './limits/slow.ts';
import { failingDisk, fullDisk, lockedDatabase } from './limits/unwritable.ts';
import { hostileUploads } from './limits/uploads.ts';
import { joined, type Outcome, type Proof, type Run } from './proof.ts';

/** The parts run one after another in the same shop. The last one leaves a queue that would delay any other. */
const parts: readonly Part[] = [
  freeLoop,
  hostileBodies,
  slowSenders,
  hostileUploads,
  slowReaders,
  lockedDatabase,
  failingDisk,
  fullDisk,
  crowdedQueue,
];

export const limits: Proof = {
  name: 'limits',
  promise: 'Excessive requests are refused clearly, and nobody else notices',
  engines: ['sqlite', 'postgres'],
  shortEngines: ['sqlite'],
  isAlone: true,
  async prove(run) {
    // Both run at the same time. If one throws, the other ends what it started before the error is thrown.
    const [guessed, others] = await Promise.allSettled([guesses(run), inOneShop(run)]);
    if (guessed.status === 'rejected') throw guessed.reason;
    if (others.status === 'rejected') throw others.reason;
    return joined([guessed.value, others.value]);
  },
};

async function inOneShop(run: Run): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  const fixture = await openFixture(run);
  try {
    for (const part of parts) {
      run.log(part.name);
      outcomes.push(await part(fixture));
    }
  } finally {
    fixture.honest.close();
    await fixture.shop.kill();
  }
  return joined(outcomes);
}
