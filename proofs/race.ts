import type { Proof } from './proof.ts';
import { raceWithCarts } from './race/carts.ts';
import { changeFromAllSides } from './race/changes.ts';
import { Denied, openFixture, type RaceFixture } from './race/fixture.ts';
import { raceForPieces } from './race/one-piece.ts';
import { confirmAgain, confirmAtOnce, raceForExpired } from './race/payments.ts';
import { demoteAtOnce, mergeCarts } from './race/people.ts';
import { createRecord, type RaceRecord } from './race/record.ts';

/** 600 ms: enough to get to the starting line. */
const shortHoldMinutes = 0.01;

const sizes = {
  full: {
    onePiece: { crowd: 5_000, pieces: 200, buyers: 80 },
    carts: { rounds: 60, carts: 40 },
    confirmed: { orders: 10, confirmations: 100 },
    changes: { rounds: 100 },
    admins: { rounds: 150 },
    merges: { rounds: 50 },
    expired: { rounds: 15, pieces: 20 },
  },
  short: {
    onePiece: { crowd: 100, pieces: 5, buyers: 30 },
    carts: { rounds: 2, carts: 20 },
    confirmed: { orders: 1, confirmations: 100 },
    changes: { rounds: 4 },
    admins: { rounds: 8 },
    merges: { rounds: 1 },
    expired: { rounds: 1, pieces: 10 },
  },
} as const;

export const race: Proof = {
  name: 'race',
  promise: 'A unique piece is sold once, whoever asks for it at the same instant and in whatever way',
  engines: ['sqlite', 'postgres'],
  async prove(run) {
    const size = sizes[run.size];
    const record = createRecord();
    const fixture = await openFixture(run, size.onePiece.crowd);
    try {
      await runRaces(fixture, record, size, run.log);
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      record.broken(`The races could not go on: ${error.message}`);
    } finally {
      await fixture.close();
    }
    return record.outcome();
  },
};

type Size = (typeof sizes)[keyof typeof sizes];

async function runRaces(
  fixture: RaceFixture,
  record: RaceRecord,
  size: Size,
  log: (line: string) => void,
): Promise<void> {
  log('buyers of one piece');
  await raceForPieces(fixture, record, size.onePiece);
  log('overlapping carts');
  await raceWithCarts(fixture, record, size.carts);
  log('confirmations');
  const paid = await confirmAtOnce(fixture, record, size.confirmed);
  log('an order changed from all sides');
  await changeFromAllSides(fixture, record, size.changes);
  log('admins, and carts from two devices');
  await demoteAtOnce(fixture, record, size.admins);
  await mergeCarts(fixture, record, size.merges);
  log('after a restart');
  const addresses = await fixture.restartOne(shortHoldMinutes);
  await confirmAgain(fixture, record, paid, size.confirmed.confirmations);
  log('holds that run out');
  await raceForExpired(fixture, record, { ...size.expired, addresses, holdMilliseconds: 60_000 * shortHoldMinutes });
  record.broken(...(await fixture.check()));
}
