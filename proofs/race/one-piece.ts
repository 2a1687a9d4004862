import { z } from 'zod';
import type { Person } from '../load/actions.ts';
import { type Piece, price, type RaceFixture } from './fixture.ts';
import { isGranted, type RaceRecord } from './record.ts';
import type { Answer, Request } from './starting-line.ts';

export interface OnePieceSize {
  /** Buyers of the first piece, all at once. */
  crowd: number;
  /** Pieces after it, one after another. */
  pieces: number;
  /** Buyers of each of those. */
  buyers: number;
}

/** Of ten buyers so many add the piece to an order they have paid, instead of buying it anew. */
const editorsInTen = 1;
/** An order takes at most 50 pieces. */
const mostPieces = 50;

interface Editor {
  person: Person;
  orderId: string;
  pieces: Piece[];
}

/** Everybody requests one piece at the same instant: by checkout, by order, and by adding it to a paid order. */
export async function raceForPieces(fixture: RaceFixture, record: RaceRecord, size: OnePieceSize): Promise<void> {
  const people = fixture.choosePeople(reachable(size.crowd));
  const editors = await makeEditors(fixture, record, people.splice(0, Math.ceil((people.length * editorsInTen) / 10)));
  const crowd = await raceFor(fixture, record, 'a crowd', { people, editors });
  const reached = people.length + editors.length;
  record.figure({ what: 'buyers of one piece at once', measured: reached, wanted: { atLeast: size.crowd } });
  record.figure({ what: 'all released within', measured: crowd.within, unit: 'ms' });
  record.figure({ what: 'all answered within', measured: crowd.answeredWithin, unit: 'ms' });

  const someEditors = Math.ceil((size.buyers * editorsInTen) / 10);
  for (let number = 1; number <= size.pieces; number += 1)
    await raceFor(fixture, record, `piece ${number}`, {
      people: fixture.random.shuffled(people).slice(0, size.buyers - someEditors),
      editors: fixture.random
        .shuffled(editors.filter(({ pieces }) => pieces.length < mostPieces))
        .slice(0, someEditors),
    });
  record.figure({ what: 'pieces in a row', measured: size.pieces });
  record.figure({ what: 'buyers of each', measured: size.buyers });
}

const report = z.object({
  userLimits: z.object({ open_files: z.object({ soft: z.union([z.number(), z.literal('unlimited')]) }) }),
});
/** What is left of a process's open files for other things than buyers' sockets. */
const otherFiles = 200;

/** As many buyers as the system lets one process have sockets. */
function reachable(wanted: number): number {
  const { soft } = report.parse(process.report.getReport()).userLimits.open_files;
  return soft === 'unlimited' ? wanted : Math.min(wanted, soft - otherFiles);
}

/** Each with a paid order over an edition. */
async function makeEditors(fixture: RaceFixture, record: RaceRecord, people: readonly Person[]): Promise<Editor[]> {
  const editions = await fixture.pieces('Edition', 1, { unique: false });
  const items = editions.map(({ id }) => ({ listingId: id, price }));
  const checkouts = await fixture.release(
    people.map((person) => fixture.request(person, 'POST', '/orders/checkout', { items })),
  );
  record.answered('editions', checkouts.answers, [200]);
  const editors = people.map((person, index): Editor => {
    const { orderId = '' } = checkouts.answers[index]?.reply ?? {};
    return { person, orderId, pieces: [...editions] };
  });
  const payments = await fixture.release(editors.map((editor) => payment(fixture, editor.person, editor)));
  record.answered('editions, paid', payments.answers, [200]);
  return editors;
}

interface Buyers {
  people: readonly Person[];
  editors: readonly Editor[];
}

async function raceFor(fixture: RaceFixture, record: RaceRecord, race: string, { people, editors }: Buyers) {
  const [piece] = await fixture.pieces('Red River Moon', 1);
  if (!piece) throw new Error('there is no piece');
  const items = [{ listingId: piece.id, price }];
  const buying = people.map((person, index) =>
    fixture.request(person, 'POST', index % 2 ? '/orders' : '/orders/checkout', { items }),
  );
  const adding = editors.map((editor) => addTo(fixture, editor, piece));
  const begun = performance.now();
  const { answers, within } = await fixture.release([...buying, ...adding]);
  const answeredWithin = performance.now() - begun;

  record.answered(race, answers, [200, 201, 409]);
  record.winners(race, answers.filter(isGranted).length);
  record.broken(...wrongWords(race, answers, piece));
  for (const [index, answer] of answers.entries()) {
    if (!isGranted(answer)) continue;
    const person = people[index];
    const orderId = answer.reply.orderId ?? answer.reply.order?.id ?? '';
    if (person) await fixture.send(payment(fixture, person, { orderId, pieces: [piece] }));
    else editors[index - people.length]?.pieces.push(piece);
  }
  return { within, answeredWithin };
}

function addTo(fixture: RaceFixture, { person, orderId, pieces }: Editor, piece: Piece): Request {
  const items = [...pieces, piece].map(({ id }) => ({ listingId: id }));
  return fixture.request(person, 'PUT', `/orders/${orderId}`, { items });
}

/** Every loser is told why, in one of the shop's two messages. */
function wrongWords(race: string, answers: readonly Answer[], { name }: Piece): string[] {
  const words = [`'${name}' has been sold`, `'${name}' is reserved by another buyer`];
  const lost = answers.filter(({ status }) => status === 409);
  const wrong = new Set(lost.map(({ reply }) => reply.message).filter((message) => !words.includes(message)));
  return [...wrong].map((message) => `${race}: a loser was told: ${message}`);
}

function payment(fixture: RaceFixture, person: Person, order: { orderId: string; pieces: readonly Piece[] }): Request {
  const listingIds = order.pieces.map(({ id }) => id);
  return fixture.request(person, 'POST', '/orders/confirm-payment', { orderId: order.orderId, listingIds });
}
