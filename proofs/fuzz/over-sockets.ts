import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, owner, type ShopProcess } from '#server/testing/shop-process.ts';
import type { Run } from '../proof.ts';
import { lineOf } from './curl-line.ts';
import { createFuzzRandom, type FuzzRandom } from './hostile.ts';
import { type Answer, faultsOf, type Secrets } from './judge.ts';
import { createMemory, learn, type Memory } from './memory.ts';
import { protocolTrick } from './protocol.ts';
import { type Exchange, exchange as exchangeOnce, type Received } from './raw-exchange.ts';
import { type FuzzRequest, makeRequest } from './requests.ts';
import { count, type Tally } from './tally.ts';

const atOnce = 8;
const overdue = 1_000;

interface Place {
  port: number;
  memory: Memory;
  secrets: Secrets;
  token: string;
  tally: Tally;
}

/** The real program, on real sockets: half of them speak HTTP in ways that two readers may understand differently. */
export async function fuzzOverSockets(run: Run, { requests }: { requests: number }, tally: Tally): Promise<void> {
  const cardKey = randomBytes(32).toString('hex');
  const settings = { CARD_KEY: cardKey, LOG_LEVEL: 'error', RATE_LIMITS: 'off' };
  const shop = await openShop({ databaseUrl: await run.newDatabase(), directory: run.directory, settings });
  try {
    const place = await fill(shop, tally, [cardKey, run.directory]);
    await Promise.all(
      Array.from({ length: atOnce }, (_one, line) => speak(run, place, line, Math.ceil(requests / atOnce))),
    );
    await checkAlive(shop, tally);
  } finally {
    await shop.stop();
  }
}

async function fill({ address }: ShopProcess, tally: Tally, always: string[]): Promise<Place> {
  const memory = createMemory();
  const client = createHttpClient(address);
  const enter = async (name: string, body: { email: string }, isAdmin: boolean) => {
    const { user, token } = (await client.call('authenticate', { body })).body;
    memory.actors.push({ id: user.id, name, email: body.email, token, isAdmin });
    return token;
  };
  const admin = await enter('Owner', { ...{ mode: 'signin' }, ...owner }, true);
  for (const name of ['Moon', 'Carp', 'Lotus'])
    learn(memory, (await client.call('addProduct', { token: admin, body: { name, price: 100 } })).body);
  const anna = { mode: 'register', name: 'Anna', email: 'anna@example.com', password: 'secret1' };
  const token = await enter('Anna', anna, false);
  client.close();
  return {
    port: Number(new URL(address).port),
    memory,
    secrets: { always, fromCustomers: [] },
    token,
    tally,
  };
}

/** One after another on this line; the lines run side by side. */
async function speak(run: Run, place: Place, line: number, requests: number): Promise<void> {
  const random = createFuzzRandom(run.seed * 7_919 + line);
  for (let index = 0; index < requests && place.tally.violations.length < 100; index += 1) {
    const where = `seed ${run.seed}, line ${line}, exchange ${index}`;
    await (random.chance(0.5) ? tryTrick(random, place, where) : tryRequest(random, place, where));
  }
}

/** What is slow twice is slow; once, the machine may have been busy with something else. */
async function exchange({ port, tally }: Place, sent: Exchange): Promise<Received> {
  const received = await exchangeOnce(port, sent);
  if (received.took <= overdue || sent.leaves || sent.atLeast === 0) return received;
  const again = tally.judgesTime ? (await exchangeOnce(port, sent)).took : 0;
  return { ...received, took: Math.min(received.took, again) };
}

async function tryTrick(random: FuzzRandom, place: Place, where: string): Promise<void> {
  const trick = protocolTrick(random, place.token);
  const received = await exchange(place, trick);
  const request: FuzzRequest = { method: 'GET', target: '/', headers: [], payload: null, actor: null, endpoint: null };
  const faults = [
    ...faultsOfExchange(trick, received),
    ...received.answers.flatMap((answer, index) =>
      faultsOf({ ...request, method: trick.methods?.[index] ?? 'GET' }, answer, place.secrets),
    ),
  ];
  note(place.tally, received.answers, trick.leaves || trick.atLeast === 0 ? 0 : received.took);
  const bytes = Buffer.concat(trick.chunks.map((chunk) => Buffer.from(chunk)));
  for (const fault of faults)
    place.tally.violations.push(
      `${fault} (${where}, "${trick.name}"): base64 -d <<< ${bytes.toString('base64').slice(0, 1_000)} | nc $SHOP`,
    );
}

/** A connection that Node closes without an answer counts as refused. */
function faultsOfExchange(sent: Exchange, received: Received): string[] {
  const faults: string[] = [];
  if (received.answers.length > sent.atMost)
    faults.push(`${received.answers.length} answers instead of ${sent.atMost}`);
  if (received.answers.length < sent.atLeast && !received.closed) faults.push('no answer, and no hanging up');
  if (received.rest.length > 0 && received.closed && !sent.leaves)
    faults.push(`bytes that are no answer: ${received.rest.toString('latin1').slice(0, 60)}`);
  if (sent.atLeast > 0 && received.took > overdue) faults.push(`took ${Math.round(received.took)} ms`);
  return faults;
}

/** These mean something to the connection itself: protocol.ts has them. */
const ofTheConnection = /^(content-length|transfer-encoding|expect|connection|upgrade|host)$/;
/** Hashing passwords costs real time here, and sessions must stay alive. */
const tooDear = /auth|password|delete|session|logout|user|demo/;

async function tryRequest(random: FuzzRandom, place: Place, where: string): Promise<void> {
  const request = makeRequest(random, place.memory);
  if (tooDear.test(request.target.toLowerCase())) return;
  request.headers = request.headers.filter(([name]) => !ofTheConnection.test(name));
  // A line break within is another header, or the end of them: protocol.ts knows what then must come.
  if (request.headers.some((header) => /[\r\n\0]/.test(header.join('')))) return;
  const received = await exchange(place, {
    chunks: bytesOf(request),
    atLeast: 1,
    atMost: 1,
    methods: [request.method],
  });
  const [answer] = received.answers;
  note(place.tally, received.answers, received.took);
  const faults = answer
    ? faultsOf(request, answer, place.secrets)
    : received.closed
      ? []
      : ['no answer, and no hanging up'];
  if (received.took > overdue) faults.push(`took ${Math.round(received.took)} ms`);
  if (answer && teaches(request, answer)) learn(place.memory, JSON.parse(answer.body.toString()));
  for (const fault of faults) place.tally.violations.push(`${fault} (${where}): ${lineOf(request)}`);
}

/** An answer to HEAD describes a body without having one. */
function teaches({ method }: FuzzRequest, { status, headers }: Answer): boolean {
  return method !== 'HEAD' && status < 300 && String(headers['content-type']).startsWith('application/json');
}

function bytesOf({ method, target, headers, payload }: FuzzRequest): (string | Buffer)[] {
  const body = payload === null ? null : Buffer.from(payload);
  const lines = [
    `${method} ${target.replaceAll(/[\r\n\0 ]/g, '+')} HTTP/1.1`,
    'Host: shop.test',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${body.length}`] : []),
  ];
  return [`${lines.join('\r\n')}\r\n\r\n`, ...(body ? [body] : [])];
}

function note(tally: Tally, answers: readonly Answer[], took: number): void {
  if (answers.length === 0) count(tally, { status: 0 }, undefined);
  for (const answer of answers) count(tally, answer, undefined);
  tally.slowest = Math.max(tally.slowest, took);
  if (took > overdue) tally.overASecond += 1;
}

/** After all that: the same process, quick, and with nothing to report. */
async function checkAlive(shop: ShopProcess, tally: Tally): Promise<void> {
  await pause(50);
  const begun = performance.now();
  const health = await fetch(`${shop.address}/api/health`).catch(() => null);
  if (health?.status !== 200 || shop.child.exitCode !== null)
    tally.violations.push(`The shop is not well afterwards: ${shop.output().slice(-500)}`);
  if (tally.judgesTime && performance.now() - begun > overdue) tally.violations.push('The shop is slow afterwards.');
  const accident = /.*"level":(?:50|60).*/.exec(shop.output())?.[0];
  if (accident) tally.violations.push(`The shop logged an accident: ${accident.slice(0, 600)}`);
}
