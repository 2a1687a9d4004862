import type { Proof } from './proof.ts';
import { raceWithCarts } from './race/carts.ts';
import { changeFromAllSides } from './race/changes.ts';
import { raceForPieces } from './race/one-piece.ts';
import { confirmAgain, confirmAtOnce, raceForExpired } from './race/payments.ts';
import { demoteAtOnce, mergeCarts } from './race/people.ts';
import { createRecord, type RaceRecord } from './race/record.ts';
import { Denied, openStage, type Stage } from './race/stage.ts';

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
    const stage = await openStage(run, size.onePiece.crowd);
    try {
      await runRaces(stage, record, size, run.say);
    } catch (error) {
      if (!(error instanceof Denied)) throw error;
      record.broken(`The races could not go on: ${error.message}`);
    } finally {
      await stage.close();
    }
    return record.outcome();
  },
};

type Size = (typeof sizes)[keyof typeof sizes];

async function runRaces(stage: Stage, record: RaceRecord, size: Size, say: (line: string) => void): Promise<void> {
  say('buyers of one piece');
  await raceForPieces(stage, record, size.onePiece);
  say('overlapping carts');
  await raceWithCarts(stage, record, size.carts);
  say('confirmations');
  const paid = await confirmAtOnce(stage, record, size.confirmed);
  say('an order changed from all sides');
  await changeFromAllSides(stage, record, size.changes);
  say('admins, and carts from two devices');
  await demoteAtOnce(stage, record, size.admins);
  await mergeCarts(stage, record, size.merges);
  say('after a restart');
  const doors = await stage.restartOne(shortHoldMinutes);
  await confirmAgain(stage, record, paid, size.confirmed.confirmations);
  say('holds that run out');
  await raceForExpired(stage, record, { ...size.expired, doors, holdMilliseconds: 60_000 * shortHoldMinutes });
  record.broken(...(await stage.check()));
}
