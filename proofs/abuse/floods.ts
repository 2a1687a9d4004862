import { endEventStreams } from '#server/platform/http/event-stream.ts';
import type { ApiClient } from '#server/testing/api-client.ts';
import { atMost, type Outcome } from '../proof.ts';
import type { Attacked } from './holders.ts';
import { addListings, at, by, itemsOf, register } from './visitors.ts';

const stranger = 'stranger@example.com';
const advertisement = 'casino.example';

/** Buys and cancels again and again, with a stranger's address in the form and a new, long idempotency key each time. */
export async function floodWithEmails({ shop, admin }: Attacked, purchases: number): Promise<Outcome> {
  const sender = await register(shop, 'Sender', '10.3.1.1');
  const items = itemsOf(await addListings(shop, admin, { name: 'Edition', count: 1, unique: false }));
  const place = { phone: '1', address: '1', city: 'Hue', state: 'NSW', postcode: '1' };
  const delivery = { firstName: `Win at ${advertisement}`, lastName: advertisement, email: stranger, ...place };
  const violations: string[] = [];
  for (let number = 1; number <= purchases; number += 1) {
    const key = `${number}`.padEnd(255, 'k');
    const keyed = { ...by(sender), headers: { ...by(sender).headers, 'idempotency-key': key } };
    const { orderId, message } = (await shop.call('createCheckout', { ...keyed, body: { items, delivery } })).body;
    const body = { orderId, listingIds: items.map(({ listingId }) => listingId) };
    await shop.call('confirmPayment', { ...keyed, body });
    const { status } = await shop.call('cancelOrder', { ...by(sender), params: { id: orderId } });
    if (status !== 200) violations.push(`purchase ${number} could not be made and cancelled: ${message}`);
  }
  const rows = await shop.shop.database.read.selectFrom('outbox').selectAll().execute();
  const queued = rows.filter(({ withheld_at }) => withheld_at === null);
  const own = queued.filter(({ recipient }) => recipient === sender.email);
  const ofKind = Map.groupBy(own, ({ kind }) => kind);
  const keys = await shop.shop.database.read.selectFrom('idempotency_keys').selectAll().execute();
  const tooLong = { ...by(sender), headers: { ...by(sender).headers, 'idempotency-key': 'k'.repeat(256) } };
  const refused = await shop.call('createCheckout', { ...tooLong, body: { items } });
  if (refused.status !== 400) violations.push(`an idempotency key of 256 characters is answered ${refused.status}`);
  return {
    violations,
    figures: [
      atMost(
        0,
        `letters to a stranger by ${purchases} purchases and cancellations`,
        count(queued, 'recipient', stranger),
      ),
      atMost(0, 'letters to the own address with the words of the form', count(own, 'text', advertisement)),
      atMost(20, 'letters of one kind to the own address', Math.max(0, ...ofKind.values().map((of) => of.length))),
      atMost(1_000, 'characters kept for an idempotency key', JSON.stringify(keys).length / keys.length),
    ],
  };
}

function count<Field extends string>(rows: readonly Record<Field, string>[], field: Field, words: string): number {
  return rows.filter((row) => row[field].includes(words)).length;
}

/** A page far beyond the end of the list. */
const farPage = { page: '999999' };

/** Reads a list with the parameter `x`, which the shop does not know. Its value has 15 kB and differs for each `number`. */
export const readWithNewQuery = (client: ApiClient, number: number) =>
  client.call('listListings', { query: { ...farPage, x: `${number}`.padEnd(15_000, 'x') } });

/** New query strings must not fill the response cache. */
export async function growCache({ shop }: Attacked): Promise<Outcome> {
  const requests = 100;
  await shop.call('listListings', { query: farPage });
  const before = shop.app.responseCache.size;
  for (let number = 1; number <= requests; number += 1) await readWithNewQuery(shop, number);
  const grown = shop.app.responseCache.size - before;
  return {
    violations: [],
    figures: [atMost(0, `bytes by which ${requests} new query strings of 15 kB grow the cache`, grown)],
  };
}

/** Opens more event streams than one address may have. */
export async function openTooManyStreams({ shop }: Attacked): Promise<Outcome> {
  const address = await shop.listen();
  const open = (from: string) => fetch(`${address}/api/events`, { headers: at(from) });
  const opened = await Promise.all(Array.from({ length: 120 }, () => open('10.3.2.1')));
  const other = await open('10.3.2.2');
  endEventStreams();
  const openStreams = opened.filter(({ status }) => status === 200).length;
  return {
    figures: [atMost(100, 'of 120 event streams of one address', openStreams)],
    violations: [
      ...(opened.some(({ status }) => status !== 200 && status !== 503) ? ['a stream is neither open nor 503'] : []),
      ...(other.status === 200 ? [] : [`a stream of another address is ${other.status}`]),
    ],
  };
}
