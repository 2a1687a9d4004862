import { setTimeout as pause } from 'node:timers/promises';
import type { Person, Piece } from '../../prove/crash/acts.ts';
import { ask, type Reply } from '../ask.ts';
import { until } from '../kept.ts';
import type { Stage } from '../stage.ts';
import type { Findings } from '../table.ts';
import { wordsOf } from '../trade.ts';
import { openEvents } from './events.ts';

/** Guesses of a password that are answered with "wrong", of one account (CONTRACT.md, POST /auth). */
const guesses = 10;
const sales = 20;
const readers = 8;

/** What one process does, the other knows. Wants RATE_LIMITS=on. */
export async function whatIsShared(stage: Stage): Promise<Findings> {
  const findings: Findings = { part: 'shared', figures: [], violations: [] };
  const pieces = stage.scene.pieces.filter(({ isUnique }) => isUnique);
  await sessions(stage, findings);
  await limits(stage, findings);
  await holds(stage, pieces.slice(0, sales), findings);
  await revisions(stage, pieces.slice(sales, 2 * sales), findings);
  return findings;
}

function addresses({ shops }: Stage): [a: string, b: string] {
  const [a, b] = shops;
  if (!a || !b) throw new Error('two processes are needed');
  return [a.address, b.address];
}

function somebody({ scene }: Stage, index: number): Person {
  const person = scene.people[index];
  if (!person) throw new Error('nobody is there');
  return person;
}

async function sessions(stage: Stage, { figures, violations }: Findings): Promise<void> {
  const [a, b] = addresses(stage);
  const { email, password } = somebody(stage, 0);
  const rounds = 5;
  for (let round = 0; round < rounds; round += 1) {
    const { said, ...answer } = await ask(`${a}/api/auth`, {
      method: 'POST',
      body: { mode: 'signin', email, password },
    });
    const token = said.token;
    if (token === undefined) return void violations.push(`Nobody can sign in: ${wordsOf({ said, ...answer })}`);
    expect(await ask(`${b}/api/cart`, { token }), 200, 'A session of A at B', violations);
    expect(await ask(`${a}/api/logout`, { method: 'POST', token }), 200, 'A sign-out at A', violations);
    expect(await ask(`${b}/api/cart`, { token }), 401, 'A session of A at B after the sign-out', violations);
  }
  figures.push({ what: 'sign-ins at A, used at B, dead at B after the sign-out at A', measured: rounds });
}

async function limits(stage: Stage, { figures }: Findings): Promise<void> {
  const { email } = somebody(stage, 1);
  const answers: number[] = [];
  for (let guess = 0; guess < 2 * guesses; guess += 1) {
    const address = addresses(stage)[guess % 2] ?? '';
    const body = { mode: 'signin', email, password: `guess ${guess}` };
    answers.push((await ask(`${address}/api/auth`, { method: 'POST', body })).status);
  }
  const wrong = answers.filter((status) => status === 401).length;
  figures.push({
    what: 'guesses of a password before both processes say no, A and B in turn',
    measured: wrong,
    wanted: { atMost: guesses },
  });
  figures.push({
    what: 'of them answered 429',
    measured: answers.filter((status) => status === 429).length,
    wanted: { atLeast: guesses },
  });
}

/** A hold at A, heard of in a stream of B. */
async function holds(stage: Stage, pieces: readonly Piece[], { figures, violations }: Findings): Promise<void> {
  const [a, b] = addresses(stage);
  const { token } = somebody(stage, 2);
  const events = await openEvents(b);
  const heardAfter: number[] = [];
  for (const { id } of pieces) {
    const begun = performance.now();
    expect(
      await ask(`${a}/api/holds`, { method: 'POST', token, body: { listingIds: [id] } }),
      200,
      'A hold',
      violations,
    );
    await until(() => events.heard.has(`${id} reserved`), `a stream of B tells of ${id}`, {
      patience: 5_000,
      every: 1,
    });
    heardAfter.push((events.heard.get(`${id} reserved`) ?? 0) - begun);
    const { said } = await ask(`${b}/api/listings/${id}`);
    if (!said.listing?.reserved) violations.push(`${id} is held at A and not reserved at B.`);
  }
  events.close();
  figures.push({
    what: `hold at A, heard in a stream of B, slowest of ${pieces.length}`,
    measured: Math.max(...heardAfter),
    unit: 'ms',
    wanted: { atMost: 1_000 },
  });
}

/** A sale at A while B is asked for the piece all the time: no answer of B that begins after it shows the piece to be had. */
async function revisions(stage: Stage, pieces: readonly Piece[], { figures, violations }: Findings): Promise<void> {
  const [a, b] = addresses(stage);
  const { token } = somebody(stage, 3);
  let looks = 0;
  for (const piece of pieces) {
    let soldAt = Number.POSITIVE_INFINITY;
    let isOver = false;
    const reading = Array.from({ length: readers }, async (_, reader) => {
      const path = ['/api/listings/', '/product/'][reader % 2] ?? '';
      while (!isOver) {
        const begun = performance.now();
        const reply = await ask(`${b}${path}${piece.id}`);
        if (begun > soldAt) looks += 1;
        if (begun > soldAt && showsAvailable(reply))
          violations.push(`${path}${piece.id} of B showed a piece to be had that A had sold before.`);
        await pause(5);
      }
    });
    const ordered = await ask(`${a}/api/orders/checkout`, {
      method: 'POST',
      token,
      body: { items: [{ listingId: piece.id, price: piece.cents / 100 }] },
    });
    const body = { orderId: ordered.said.orderId, listingIds: [piece.id] };
    expect(await ask(`${a}/api/orders/confirm-payment`, { method: 'POST', token, body }), 200, 'A sale', violations);
    soldAt = performance.now();
    await pause(60);
    isOver = true;
    await Promise.all(reading);
  }
  figures.push({ what: `looks at B that began after one of ${pieces.length} sales at A`, measured: looks });
}

/** A failure shows nothing. The page says it to search engines (schema.org). */
const showsAvailable = ({ status, text, said }: Reply): boolean =>
  status === 200 && (said.listing ? said.listing.status !== 'sold' : !text.includes('schema.org/SoldOut'));

function expect(reply: Reply, status: number, what: string, violations: string[]): void {
  if (reply.status !== status) violations.push(`${what} was answered ${wordsOf(reply)} instead of ${status}.`);
}
