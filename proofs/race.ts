import { joined, type Proof } from './proof.ts';
import { buyCarts, buyOneListing } from './race/buying.ts';
import { changeAtOnce, confirmAtOnce, takeExpired } from './race/orders.ts';
import { demoteAtOnce, mergeCarts } from './race/people.ts';
import { RaceRecord } from './race/record.ts';
import { withRaceShop } from './race/shop.ts';
import { waitForListing } from './race/waiting-list.ts';

/** 1.2 seconds: enough to check out and to prepare the requests that are released at its end. */
const shortHoldMinutes = 0.02;
const holdMilliseconds = 60_000 * shortHoldMinutes;

const sizes = {
  full: {
    onePiece: { crowd: 5_000, pieces: 200, buyers: 80 },
    carts: { rounds: 60, carts: 40 },
    confirmed: { orders: 10, confirmations: 100 },
    changes: { rounds: 100 },
    admins: { rounds: 150 },
    merges: { rounds: 50 },
    waiting: { people: 200, cancellations: 50, tries: 60 },
    expired: { rounds: 15, pieces: 20, holdMilliseconds },
  },
  short: {
    onePiece: { crowd: 100, pieces: 5, buyers: 30 },
    carts: { rounds: 2, carts: 20 },
    confirmed: { orders: 1, confirmations: 100 },
    changes: { rounds: 4 },
    admins: { rounds: 8 },
    merges: { rounds: 1 },
    waiting: { people: 20, cancellations: 3, tries: 10 },
    expired: { rounds: 1, pieces: 10, holdMilliseconds },
  },
};

export const race: Proof = {
  name: 'race',
  promise: 'A unique piece is sold once, however many buyers ask for it at the same instant and in whatever way',
  engines: ['sqlite', 'postgres'],
  async prove(run) {
    const size = sizes[run.size];
    const record = new RaceRecord();
    await withRaceShop(run, record, { name: 'shop', people: size.onePiece.crowd }, async (shop) => {
      run.log('buyers of one piece, and of carts that share pieces');
      await buyOneListing(shop, size.onePiece);
      await buyCarts(shop, size.carts);
      run.log('confirmations and changes of one order');
      await confirmAtOnce(shop, size.confirmed);
      await changeAtOnce(shop, size.changes);
      run.log('two admins, and carts from two devices');
      await demoteAtOnce(shop, size.admins);
      await mergeCarts(shop, size.merges);
      run.log('a waiting list');
      await waitForListing(shop, size.waiting);
    });
    run.log('holds that end');
    const settings = { HOLD_MINUTES: String(shortHoldMinutes) };
    await withRaceShop(run, record, { name: 'short-holds', people: 3 * size.expired.pieces, settings }, (shop) =>
      takeExpired(shop, size.expired),
    );
    const tried = Object.entries(size).flatMap(([race, counts]) =>
      Object.entries(counts).map(([what, measured]) => ({ what: `${race}: ${what}`, measured })),
    );
    return joined([{ figures: tried, violations: [] }, record.outcome()]);
  },
};
