import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import { createHttpClient, type HttpClient, type Transfer } from '#server/testing/http-client.ts';
import type { Person, Piece } from '../../load/actions.ts';
import { atLeast, atMost } from '../../proof.ts';
import type { ClusterFixture } from '../fixture.ts';
import { summaryOf } from '../sales.ts';
import { until } from '../supervised.ts';
import type { Findings } from '../table.ts';
import { openEvents } from './events.ts';

/** Guesses of a password that are answered with "wrong", of one account. */
const guesses = 10;
const sales = 20;
const readers = 8;

/** What one process does, the other knows. Wants RATE_LIMITS=on. */
export async function whatIsShared(cluster: ClusterFixture): Promise<Findings> {
  const findings: Findings = { part: 'shared', figures: [], violations: [] };
  const pieces = cluster.fixture.pieces.filter(({ isUnique }) => isUnique);
  await sessions(cluster, findings);
  await limits(cluster, findings);
  await holds(cluster, pieces.slice(0, sales), findings);
  await revisions(cluster, pieces.slice(sales, 2 * sales), findings);
  return findings;
}

/** Of the first two processes, past nginx. */
function clients({ shops }: ClusterFixture): [a: HttpClient, b: HttpClient] {
  const [a, b] = shops;
  if (!a || !b) throw new Error('two processes are needed');
  return [createHttpClient(a.address), createHttpClient(b.address)];
}

function somebody({ fixture }: ClusterFixture, index: number): Person {
  const person = fixture.people[index];
  if (!person) throw new Error('nobody is there');
  return person;
}

async function sessions(cluster: ClusterFixture, { figures, violations }: Findings): Promise<void> {
  const [a, b] = clients(cluster);
  const { email, password } = somebody(cluster, 0);
  const rounds = 5;
  for (let round = 0; round < rounds; round += 1) {
    const answer = await a.call('authenticate', { body: { mode: 'signin', email, password } });
    if (answer.status !== 200) return void violations.push(`Nobody can sign in: ${summaryOf(answer)}`);
    const { token } = answer.body;
    expect(await b.call('getCart', { token }), 200, 'A session of A at B', violations);
    expect(await a.call('signOut', { token }), 200, 'A sign-out at A', violations);
    expect(await b.call('getCart', { token }), 401, 'A session of A at B after the sign-out', violations);
  }
  figures.push({ what: 'sign-ins at A, used at B, dead at B after the sign-out at A', measured: rounds });
}

async function limits(cluster: ClusterFixture, { figures }: Findings): Promise<void> {
  const { email } = somebody(cluster, 1);
  const answers: number[] = [];
  for (let guess = 0; guess < 2 * guesses; guess += 1) {
    const client = clients(cluster)[guess % 2 === 0 ? 0 : 1];
    const body = { mode: 'signin', email, password: `guess ${guess}` };
    answers.push((await client.call('authenticate', { body })).status);
  }
  const wrong = answers.filter((status) => status === 401).length;
  figures.push(atMost(guesses, 'guesses of a password before both processes say no, A and B in turn', wrong));
  figures.push(atLeast(guesses, 'of them answered 429', answers.filter((status) => status === 429).length));
}

/** A hold at A, received of in a stream of B. */
async function holds(
  cluster: ClusterFixture,
  pieces: readonly Piece[],
  { figures, violations }: Findings,
): Promise<void> {
  const [a, b] = clients(cluster);
  const { token } = somebody(cluster, 2);
  const events = await openEvents(cluster.shops[1]?.address ?? '');
  const heardAfter: number[] = [];
  for (const { id } of pieces) {
    const begun = performance.now();
    expect(await a.call('holdPieces', { token, body: { listingIds: [id] } }), 200, 'A hold', violations);
    await until(() => events.received.has(`${id} reserved`), `a stream of B tells of ${id}`, {
      patience: 5_000,
      every: 1,
    });
    heardAfter.push((events.received.get(`${id} reserved`) ?? 0) - begun);
    const { status, body } = await b.call('getListing', { params: { id } });
    if (status !== 200 || !body.listing.reserved) violations.push(`${id} is held at A and not reserved at B.`);
  }
  events.close();
  figures.push(
    atMost(1_000, `hold at A, received in a stream of B, slowest of ${pieces.length}`, Math.max(...heardAfter), 'ms'),
  );
}

/** A sale at A while B is asked for the piece all the time: no answer of B to a request that begins after it shows the piece as available. */
async function revisions(
  cluster: ClusterFixture,
  pieces: readonly Piece[],
  { figures, violations }: Findings,
): Promise<void> {
  const [a, b] = clients(cluster);
  const { token } = somebody(cluster, 3);
  let looks = 0;
  for (const piece of pieces) {
    let soldAt = Number.POSITIVE_INFINITY;
    let isOver = false;
    const reading = Array.from({ length: readers }, async (_, reader) => {
      const path = ['/api/listings/', '/product/'][reader % 2] ?? '';
      while (!isOver) {
        const begun = performance.now();
        const answer = await b.request('GET', `${path}${piece.id}`);
        if (begun > soldAt) looks += 1;
        if (begun > soldAt && showsAvailable(answer))
          violations.push(`${path}${piece.id} of B showed a piece to be had that A had sold before.`);
        await pause(5);
      }
    });
    const items = [{ listingId: piece.id, price: piece.cents / 100 }];
    const ordered = await a.call('createCheckout', { token, body: { items } });
    const body = { orderId: ordered.body.orderId, listingIds: [piece.id] };
    expect(await a.call('confirmPayment', { token, body }), 200, 'A sale', violations);
    soldAt = performance.now();
    await pause(60);
    isOver = true;
    await Promise.all(reading);
  }
  figures.push({ what: `looks at B that began after one of ${pieces.length} sales at A`, measured: looks });
}

/** A failure shows nothing. The page says it to search engines (schema.org). */
function showsAvailable({ status, body, raw }: ApiAnswer): boolean {
  if (status !== 200) return false;
  const { data } = withListing.safeParse(body);
  return data ? data.listing.status !== 'sold' : !raw.toString().includes('schema.org/SoldOut');
}

const withListing = z.object({ listing: z.object({ status: z.string() }) });

function expect(answer: ApiAnswer & Transfer, status: number, what: string, violations: string[]): void {
  if (answer.status !== status) violations.push(`${what} was answered ${summaryOf(answer)} instead of ${status}.`);
}
