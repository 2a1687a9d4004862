import { setTimeout as pause } from 'node:timers/promises';
import { decompress } from '#server/testing/api-client.ts';
import type { Run } from '../proof.ts';
import { accidentPath, type FuzzShop, openFuzzShop } from './fuzz-shop.ts';
import { createFuzzRandom } from './hostile.ts';
import { faultsOf } from './judge.ts';
import { type FuzzRequest, makeRequest, plainRequest } from './requests.ts';
import { type Results, report, type Target, tryRequest } from './try-request.ts';

/** Requests of an episode; each episode begins with an emptied shop. */
const perEpisode = 2_000;
/** Requests between two calls of `restoreActors`. */
const restoreEvery = 150;
/** Milliseconds after which an answer is not waited for any more. */
const patience = 20_000;

/** Sends requests without sockets, one after another. Each is made from what earlier answers contained. */
export async function fuzzInProcess(run: Run, episodes: number, results: Results): Promise<void> {
  const shop = await openFuzzShop(run);
  await using _open = shop.open;
  for (let episode = 0; episode < episodes && results.violations.length < 100; episode += 1) {
    // A run with this number as its seed begins with the same episode.
    await playEpisode(shop, run.seed + episode * 1_000_003, results);
    if (episode % 20 === 19) run.log(`${results.requests} requests, ${results.violations.length} violations`);
  }
}

async function playEpisode(shop: FuzzShop, seed: number, results: Results): Promise<void> {
  const random = createFuzzRandom(seed);
  const { memory, secrets } = await shop.begin(seed);
  const send = (request: FuzzRequest) => inject(shop, request, `10.0.0.${random.below(200)}`);
  const target: Target = { memory, secrets, results, send };
  const where = (request: string) => `${request} of \`npm run prove -- fuzz --short --seed ${seed}\``;
  const accident = plainRequest(accidentPath);
  const answer = await send(accident);
  const faults = faultsOf(accident, answer, secrets).filter((fault) => fault !== 'answered 500');
  report(results, faults, where('accident'), accident);
  for (const request of singleFaults(memory.actors[0]?.token ?? ''))
    await tryRequest(target, request, where('single faults'), { mustBeRefused: true });
  for (let index = 0; index < perEpisode; index += 1) {
    if (index % restoreEvery === restoreEvery - 1) await shop.restoreActors(memory);
    if (random.chance(0.003)) shop.open.passTime(16 * 60_000);
    await tryRequest(target, makeRequest(random, memory), where(`request ${index}`));
  }
}

/** Requests that are valid except for one fault; random requests seldom are. PostgreSQL cannot store zero bytes. */
function singleFaults(token: string): FuzzRequest[] {
  const post = (path: string, body: object): FuzzRequest => ({
    ...plainRequest(path),
    method: 'POST',
    headers: [
      ['content-type', 'application/json'],
      ['authorization', `Bearer ${token}`],
    ],
    payload: JSON.stringify(body),
  });
  return [
    post('/api/contact', { name: 'Anna', email: 'anna@example.com', subject: 'a\0b', message: 'Hello' }),
    plainRequest('/api/listings?q=a%00b'),
    plainRequest('/api/listings/a%00b'),
    ...[0, -1, '5', true, [7], 0.005].map((price) => post('/api/admin/products', { name: 'Moon', price })),
  ];
}

async function inject({ open: { app } }: FuzzShop, request: FuzzRequest, remoteAddress: string) {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of request.headers)
    headers[name] = headers[name] === undefined ? value : [headers[name], value].flat();
  const timer = new AbortController();
  const noAnswer = pause(patience, null, { signal: timer.signal }).then(() => {
    throw new Error('no answer');
  });
  const injected = app.inject({
    // The types of light-my-request name fewer methods than it accepts.
    method: request.method as 'GET',
    url: URL.canParse(request.target, 'http://localhost') ? request.target : '/api/listings',
    headers,
    remoteAddress,
    ...(request.payload !== null && { payload: request.payload }),
  });
  const { statusCode, headers: received, rawPayload } = await Promise.race([injected, noAnswer]);
  timer.abort();
  return { status: statusCode, headers: received, body: decompress({ headers: received, raw: rawPayload }) };
}
