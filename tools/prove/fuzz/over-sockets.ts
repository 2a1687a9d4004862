import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createSeeded, type Seeded } from '#server/demo/seeded.ts';
import type { Run } from '../proof.ts';
import { keeper, openShop, type ShopProcess } from '../shop-process.ts';
import { type Answer, faultsOf, type Secrets } from './judge.ts';
import { createMemory, learn, type Memory } from './memory.ts';
import { protocolTrick } from './protocol.ts';
import { type FuzzRequest, makeRequest } from './requests.ts';
import { count, type Tally } from './tally.ts';
import { lineOf } from './tell.ts';
import { type Heard, type Talk, talk as talkOnce } from './wire.ts';

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
    const place = await moveIn(shop, tally, [cardKey, run.directory]);
    await Promise.all(
      Array.from({ length: atOnce }, (_one, line) => speak(run, place, line, Math.ceil(requests / atOnce))),
    );
    await checkAlive(shop, tally);
  } finally {
    await shop.stop();
  }
}

async function moveIn({ address }: ShopProcess, tally: Tally, always: string[]): Promise<Place> {
  const memory = createMemory();
  const call = async (method: string, path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const response = await fetch(`${address}/api${path}`, { method, headers, body: JSON.stringify(body) });
    const answered = await response.json();
    learn(memory, answered);
    return answered;
  };
  const admin = await call('POST', '/auth', { mode: 'signin', ...keeper });
  memory.actors.push({ id: admin.user.id, name: 'Keeper', email: keeper.email, token: admin.token, isAdmin: true });
  for (const name of ['Moon', 'Carp', 'Lotus'])
    await call('POST', '/admin/products', { name, price: 100 }, admin.token);
  const anna = await call('POST', '/auth', {
    mode: 'register',
    name: 'Anna',
    email: 'anna@example.com',
    password: 'secret1',
  });
  memory.actors.push({ id: anna.user.id, name: 'Anna', email: 'anna@example.com', token: anna.token, isAdmin: false });
  return {
    port: Number(new URL(address).port),
    memory,
    secrets: { always, fromCustomers: [] },
    token: anna.token,
    tally,
  };
}

/** One after another on this line; the lines run side by side. */
async function speak(run: Run, place: Place, line: number, requests: number): Promise<void> {
  const random = createSeeded(run.seed * 7_919 + line);
  for (let index = 0; index < requests && place.tally.violations.length < 100; index += 1) {
    const where = `seed ${run.seed}, line ${line}, talk ${index}`;
    await (random.chance(0.5) ? tryTrick(random, place, where) : tryRequest(random, place, where));
  }
}

/** What is slow twice is slow; once, the machine may have been busy with something else. */
async function talk({ port, tally }: Place, said: Talk): Promise<Heard> {
  const heard = await talkOnce(port, said);
  if (heard.took <= overdue || said.leaves || said.atLeast === 0) return heard;
  const again = tally.judgesTime ? (await talkOnce(port, said)).took : 0;
  return { ...heard, took: Math.min(heard.took, again) };
}

async function tryTrick(random: Seeded, place: Place, where: string): Promise<void> {
  const trick = protocolTrick(random, place.token);
  const heard = await talk(place, trick);
  const asked: FuzzRequest = { method: 'GET', target: '/', headers: [], payload: null, actor: null, endpoint: null };
  const faults = [
    ...faultsOfTalk(trick, heard),
    ...heard.answers.flatMap((answer, index) =>
      faultsOf({ ...asked, method: trick.methods?.[index] ?? 'GET' }, answer, place.secrets),
    ),
  ];
  note(place.tally, heard.answers, trick.leaves || trick.atLeast === 0 ? 0 : heard.took);
  const bytes = Buffer.concat(trick.chunks.map((chunk) => Buffer.from(chunk)));
  for (const fault of faults)
    place.tally.violations.push(
      `${fault} (${where}, "${trick.name}"): base64 -d <<< ${bytes.toString('base64').slice(0, 1_000)} | nc $SHOP`,
    );
}

/** What Node hangs up on without a word is refused as well as with one. */
function faultsOfTalk(said: Talk, heard: Heard): string[] {
  const faults: string[] = [];
  if (heard.answers.length > said.atMost) faults.push(`${heard.answers.length} answers instead of ${said.atMost}`);
  if (heard.answers.length < said.atLeast && !heard.closed) faults.push('no answer, and no hanging up');
  if (heard.rest.length > 0 && heard.closed && !said.leaves)
    faults.push(`bytes that are no answer: ${heard.rest.toString('latin1').slice(0, 60)}`);
  if (said.atLeast > 0 && heard.took > overdue) faults.push(`took ${Math.round(heard.took)} ms`);
  return faults;
}

/** These mean something to the connection itself: protocol.ts has them. */
const ofTheConnection = /^(content-length|transfer-encoding|expect|connection|upgrade|host)$/;
/** Its passwords cost what a real one does, and nobody shall be signed out. */
const tooDear = /auth|password|delete|session|logout|user|demo/;

async function tryRequest(random: Seeded, place: Place, where: string): Promise<void> {
  const request = makeRequest(random, place.memory);
  if (tooDear.test(request.target.toLowerCase())) return;
  request.headers = request.headers.filter(([name]) => !ofTheConnection.test(name));
  // A line break within is another header, or the end of them: protocol.ts knows what then must come.
  if (request.headers.some((header) => /[\r\n\0]/.test(header.join('')))) return;
  const heard = await talk(place, { chunks: bytesOf(request), atLeast: 1, atMost: 1, methods: [request.method] });
  const [answer] = heard.answers;
  note(place.tally, heard.answers, heard.took);
  const faults = answer
    ? faultsOf(request, answer, place.secrets)
    : heard.closed
      ? []
      : ['no answer, and no hanging up'];
  if (heard.took > overdue) faults.push(`took ${Math.round(heard.took)} ms`);
  if (answer && teaches(request, answer)) learn(place.memory, JSON.parse(answer.body.toString()));
  for (const fault of faults) place.tally.violations.push(`${fault} (${where}): ${lineOf(request)}`);
}

/** HEAD is told of a body without having one. */
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
    tally.violations.push(`The shop is not well afterwards: ${shop.said().slice(-500)}`);
  if (tally.judgesTime && performance.now() - begun > overdue) tally.violations.push('The shop is slow afterwards.');
  const accident = /.*"level":(?:50|60).*/.exec(shop.said())?.[0];
  if (accident) tally.violations.push(`The shop logged an accident: ${accident.slice(0, 600)}`);
}
