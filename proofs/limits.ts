import { hostileBodies } from './limits/bodies.ts';
import { inventedFilters, unfinishedBodies, unreadAnswers } from './limits/connections.ts';
import { costOfWorstBytes } from './limits/cost.ts';
import { openFixture, type Part } from './limits/fixture.ts';
import { freeLoop } from './limits/loop.ts';
import { crowdedQueue, guesses } from './limits/passwords.ts';
import { slowReaders, slowSenders } from './limits/slow.ts';
import { unfinishedBodiesInSmallMemory } from './limits/small-memory.ts';
import { failingDisk, fullDisk, lockedDatabase } from './limits/unwritable.ts';
import { hostileUploads, longCells } from './limits/uploads.ts';
import { joined, type Outcome, type Proof, type Run } from './proof.ts';

/** The parts run one after another in the same shop. The last one leaves a queue that would delay any other. */
const parts: readonly Part[] = [
  freeLoop,
  inventedFilters,
  unreadAnswers,
  hostileBodies,
  slowSenders,
  hostileUploads,
  longCells,
  slowReaders,
  lockedDatabase,
  failingDisk,
  fullDisk,
  // Ends the sessions of the fixture.
  costOfWorstBytes,
  crowdedQueue,
];

export const limits: Proof = {
  name: 'limits',
  promise: 'Excessive requests are refused clearly, and nobody else notices',
  engines: ['sqlite', 'postgres'],
  shortEngines: ['sqlite'],
  isAlone: true,
  async prove(run) {
    // They run at the same time. If one throws, the others end what they started before the error is thrown.
    const all = await Promise.allSettled([guesses(run), unfinishedBodies(run), inOneShop(run)]);
    const outcomes = all.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    return joined([...outcomes, await unfinishedBodiesInSmallMemory(run)]);
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
