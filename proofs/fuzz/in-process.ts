import type { LightMyRequestResponse } from 'fastify';
import { decompress } from '#server/testing/api-client.ts';
import type { Run } from '../proof.ts';
import { lineOf } from './curl-line.ts';
import { accidentPath, type FuzzShop, openFuzzShop } from './fuzz-shop.ts';
import { createFuzzRandom } from './hostile.ts';
import { type Answer, faultsOf, type Secrets } from './judge.ts';
import { learn, type Memory } from './memory.ts';
import { type FuzzRequest, makeRequest } from './requests.ts';
import { count, type Tally } from './tally.ts';

/** So many requests follow each other in one shop; then a new one begins, so that what failed is found again soon. */
const perEpisode = 2_500;
const mendEvery = 150;
/** An answer that takes longer than this will not come, milliseconds. */
const timeout = 20_000;

export interface Part {
  requests: number;
  /** The first episode, to repeat one. */
  from?: number;
}

/** Requests without sockets, one after another, each made of what the ones before were answered. */
export async function fuzzInProcess(run: Run, { requests, from = 0 }: Part, tally: Tally): Promise<void> {
  const shop = await openFuzzShop(run);
  try {
    const end = from + Math.ceil(requests / perEpisode);
    for (let episode = from; episode < end && tally.violations.length < 100; episode += 1) {
      await playEpisode(shop, run, episode, Math.min(perEpisode, requests), tally);
      if (episode % 20 === 19) run.log(`${tally.requests} requests, ${tally.violations.length} violations`);
    }
  } finally {
    await shop.open.close();
  }
}

async function playEpisode(shop: FuzzShop, run: Run, episode: number, requests: number, tally: Tally): Promise<void> {
  const random = createFuzzRandom(run.seed * 100_003 + episode);
  const { memory, secrets } = await shop.begin(run.seed * 100_003 + episode);
  const send = senderTo(shop);
  tally.violations.push(...(await tryAccident(send, secrets)), ...(await tryZeros(send, secrets)));
  for (let index = 0; index < requests; index += 1) {
    if (index % mendEvery === mendEvery - 1) await shop.mend(memory);
    if (random.chance(0.003)) shop.open.passTime(16 * 60_000);
    const request = makeRequest(random, memory);
    const faults = await tryOne(request, { send, memory, secrets, tally, address: `10.0.0.${random.below(200)}` });
    const place = `seed ${run.seed}, episode ${episode}, request ${index}`;
    for (const fault of faults) tally.violations.push(`${fault} (${place}): ${lineOf(request)}`);
  }
}

/** A request without a sender. */
const plain: FuzzRequest = { method: 'GET', target: '', headers: [], payload: null, actor: null, endpoint: null };

async function tryAccident(send: Means['send'], secrets: Secrets): Promise<string[]> {
  const request = { ...plain, target: accidentPath };
  const answer = await send(request, '10.0.0.1');
  return faultsOf(request, answer, secrets)
    .filter((fault) => fault !== 'answered 500')
    .map((fault) => `An accident ${fault}`);
}

/** Text that PostgreSQL cannot keep, where all else is right: chance seldom makes it. */
async function tryZeros(send: Means['send'], secrets: Secrets): Promise<string[]> {
  const enquiry = { name: 'Anna', email: 'anna@example.com', subject: 'a\0b', message: 'Hello' };
  const requests: FuzzRequest[] = [
    {
      ...plain,
      method: 'POST',
      target: '/api/contact',
      headers: [['content-type', 'application/json']],
      payload: JSON.stringify(enquiry),
    },
    { ...plain, target: '/api/listings?q=a%00b' },
    { ...plain, target: '/api/listings/a%00b' },
  ];
  const faults: string[] = [];
  for (const request of requests) {
    const answer = await send(request, '10.0.0.1');
    const isTaken = answer.status < 400 ? ['was taken'] : [];
    for (const fault of [...isTaken, ...faultsOf(request, answer, secrets)])
      faults.push(`A text with a zero byte ${fault}: ${lineOf(request)}`);
  }
  return faults;
}

interface Means {
  send: (request: FuzzRequest, address: string) => Promise<Answer>;
  memory: Memory;
  secrets: Secrets;
  tally: Tally;
  address: string;
}

async function tryOne(request: FuzzRequest, { send, memory, secrets, tally, address }: Means): Promise<string[]> {
  const begun = performance.now();
  if (tally.requests % 50 === 0) tally.busyBefore = process.cpuUsage();
  let answer: Answer;
  try {
    answer = await send(request, address);
  } catch (error) {
    return [error instanceof Error ? `no answer: ${error.message}` : 'no answer'];
  }
  const took = performance.now() - begun;
  tally.slowest = Math.max(tally.slowest, took);
  count(tally, answer, request.endpoint?.name);
  if (answer.status < 300) noteAnswer(memory, request, answer);
  const faults = faultsOf(request, answer, secrets);
  if (!tally.judgesTime || took <= 1_000 || (took < 5_000 && process.cpuUsage(tally.busyBefore).user < 500_000))
    return faults;
  // Longer than a second, and not because the machine was busy with something else.
  tally.overASecond += 1;
  return [...faults, `took ${Math.round(took)} ms`];
}

function noteAnswer(memory: Memory, request: FuzzRequest, { headers, body: bytes }: Answer): void {
  const { endpoint, method, actor: sender, payload } = request;
  if (!String(headers['content-type']).startsWith('application/json') || bytes.length === 0) return;
  const body = JSON.parse(bytes.toString());
  // Whichever endpoint it was that gave the rights of an admin.
  if (method !== 'GET' && body.user?.isAdmin)
    for (const actor of memory.actors) if (actor.id === body.user.id) actor.isAdmin = true;
  if (!endpoint) return;
  learn(memory, body);
  if (endpoint.name === 'createCheckout' && sender) {
    // A byte order mark before it is nothing to the shop.
    const { items } = JSON.parse(String(payload).replace(/^\uFEFF/, ''));
    const pieces = items.map((item: { listingId: string }) => item.listingId);
    memory.orders.note({ id: body.orderId, date: body.orderDate, pieces, userId: sender.id });
  }
  if (endpoint.name === 'authenticate') {
    const actor = memory.actors.find(({ id }) => id === body.user.id);
    if (actor) actor.token = body.token;
  }
}

function senderTo({ open: { app } }: FuzzShop): Means['send'] {
  return async (request, address) => {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`none within ${timeout} ms`)), timeout);
    try {
      const answer: LightMyRequestResponse = await Promise.race([
        app.inject({
          // light-my-request's list of methods is narrower than HTTP's.
          method: request.method as 'GET',
          url: URL.canParse(request.target, 'http://localhost') ? request.target : '/api/listings',
          headers: headersOf(request),
          remoteAddress: address,
          ...(request.payload !== null && { payload: request.payload }),
        }),
        late.promise,
      ]);
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: decompress({ headers: answer.headers, raw: answer.rawPayload }),
      };
    } finally {
      clearTimeout(timer);
    }
  };
}

function headersOf({ headers }: FuzzRequest): Record<string, string | string[]> {
  const joined: Record<string, string | string[]> = {};
  for (const [name, value] of headers) {
    const known = joined[name];
    joined[name] = known === undefined ? value : [known, value].flat();
  }
  return joined;
}
