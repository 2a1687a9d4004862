import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { isRole } from '#contract/roles.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { adminEmail } from '../../bench/seed/customers.ts';
import { loadPassword } from '../../bench/seed-load.ts';
import { atLeast, atMost, quantile } from '../proof.ts';
import { openSocket } from '../raw-http.ts';
import { allCases, type CostCase, type Sent } from './cost-cases.ts';
import { type LimitsFixture, nothing, type Part } from './fixture.ts';
import { longestBlock } from './loop.ts';
import { type Cost, costOf } from './processor-time.ts';

const megabyte = 1_048_576;
/** How many times the processor time of a harmless request of the same size a request may cost. */
const mostTimes = 5;
/** Milliseconds of processor time below which a cost is not compared. */
const floor = 20;
/**
 * Milliseconds of processor time for which the event loop may be blocked. The short form runs beside other tests, with which it shares the
 * units of a core: the same work then takes up to half as long again.
 */
const mostBlocked = { full: 50, short: 75 };
/**
 * A cost that is too high is measured again as often as this, with longer and longer pauses (milliseconds). The least counts, because other
 * programs, which share caches and cores, can only add to it.
 */
const attempts = 10;
const pause = 50;
/** The short form sends one of so many requests, and files of a quarter of the size … */
const oneOf = 197;
/** … and always these, in which earlier faults were. */
const always = new Set([
  'combining marks in every field of sendEnquiry',
  'combining marks in runs of 30 to the limit of authenticate',
  'numbers to the limit of saveCells',
  'nested arrays to the limit of sendEnquiry',
  '1 MiB to sendEnquiry',
  '1 MiB to addToCart',
  'numbers with units in a list with one long cell in each row to readImport',
  'blanks in a file of Shopify with one long cell in each row to readImport',
  'digits in rows with a text to uploadStatement',
]);

/**
 * Sends the worst bytes of each kind to every endpoint, page and upload. None may cost more processor time than five times that of a
 * harmless request of the same size, or block the event loop for more than 50 ms of processor time.
 */
export const costOfWorstBytes: Part = async (fixture) => {
  const { run } = fixture;
  // What is measured happens before anything reaches the database.
  if (run.engine === 'postgres') return nothing;
  using client = createHttpClient(fixture.shop.address);
  const meter = await createMeter(fixture, client);
  const isFull = run.size === 'full';
  const fileBytes = isFull ? megabyte : megabyte / 4;
  const cases = allCases({ ids: await knownIds(fixture), fileBytes }).filter(
    ({ what }, at) => isFull || (at + run.seed) % oneOf === 0 || always.has(what),
  );
  const violations: string[] = [];
  let [longest, highest] = [0, 0];
  for (const one of cases) {
    const { fault, cost, block } = await judge(one, meter, mostBlocked[run.size]);
    if (fault) violations.push(`${one.what}: ${fault}`);
    longest = Math.max(longest, block);
    highest = Math.max(highest, cost);
  }
  return {
    violations,
    figures: [
      atLeast(isFull ? 10_000 : 100, 'requests with the worst bytes', cases.length),
      { what: 'highest processor time of one', measured: highest, unit: 'ms' },
      atMost(mostBlocked[run.size], 'longest block of the event loop by one (processor time)', longest, 'ms'),
    ],
  };
};

/** Sends requests and measures them. */
interface Meter {
  measure(sent: Sent): Promise<Cost & { status: number }>;
  /** Like `measure`, with the longest block of the event loop, milliseconds of processor time. */
  measureBlock(sent: Sent): Promise<number>;
  harmless: Map<string, number>;
}

interface Judged {
  fault: string | null;
  /** Milliseconds of processor time. */
  cost: number;
  block: number;
}

async function judge(one: CostCase, meter: Meter, longest: number): Promise<Judged> {
  const harmless = meter.harmless.get(one.harmlessKey) ?? (await meter.measure(one.harmless())).all;
  meter.harmless.set(one.harmlessKey, harmless);
  let first = await meter.measure(one.hostile());
  // A shop that refuses a body may close the connection before the client has read the answer.
  for (let tries = 1; one.wanted !== undefined && first.status === 0 && tries < attempts; tries += 1)
    first = await meter.measure(one.hostile());
  const { status } = first;
  const fault = status >= 500 || (one.wanted !== undefined && status !== one.wanted) ? `answered ${status}` : null;
  const times = [first.all];
  const harmlessTimes = [harmless];
  const limit = () => Math.max(floor, mostTimes * quantile(harmlessTimes, 0.5));
  while (Math.min(...times) > limit() && times.length < attempts) {
    await wait(pause * times.length);
    harmlessTimes.push((await meter.measure(one.harmless())).all);
    times.push((await meter.measure(one.hostile())).all);
  }
  let block = first.main;
  for (let at = 1; block > longest && at <= attempts; at += 1) {
    await wait(pause * at);
    block = Math.min(block, await meter.measureBlock(one.hostile()));
  }
  const cost = Math.min(...times);
  const faults = [
    ...(fault ? [fault] : []),
    ...(cost > limit()
      ? [`costs ${cost.toFixed(0)} ms, and a harmless one ${quantile(harmlessTimes, 0.5).toFixed(1)} ms`]
      : []),
    ...(block > longest ? [`blocks the event loop for ${block.toFixed(0)} ms`] : []),
  ];
  return { fault: faults.length > 0 ? faults.join('; ') : null, cost, block };
}

async function createMeter(fixture: LimitsFixture, client: HttpClient): Promise<Meter> {
  const { shop } = fixture;
  const pid = shop.child.pid ?? 0;
  const tokens = { admin: fixture.admin, customer: fixture.customer };
  const tokenOf = ({ access }: Sent) => (access === 'public' ? null : isRole(access) ? tokens.admin : tokens.customer);
  // Some requests end the session that sends them.
  const signInAgain = async ({ access }: Sent) => {
    const kind = isRole(access) ? 'admin' : 'customer';
    const email = kind === 'admin' ? adminEmail : 'customer1@load.example';
    const { body } = await client.call('authenticate', { body: { mode: 'signin', email, password: loadPassword } });
    tokens[kind] = body.token;
  };
  const send = async (sent: Sent): Promise<number> => {
    if (sent.half)
      return sendHalf(shop.address, {
        ...sent,
        headers: { ...sent.headers, authorization: `Bearer ${tokenOf(sent)}` },
      });
    const { method, target, headers, body } = sent;
    const { status, failure } = await client.request(method, target, { headers, body, token: tokenOf(sent) });
    if (status === 0 && shop.child.exitCode !== null) throw new Error(`The shop has ended: ${failure}`);
    return status;
  };
  const measure = async (sent: Sent) => {
    let status = 0;
    const act = async () => {
      status = await send(sent);
    };
    let cost = await costOf(pid, act);
    if (status === 401 && sent.access !== 'public') {
      await signInAgain(sent);
      cost = await costOf(pid, act);
    }
    return { ...cost, status };
  };
  return {
    measure,
    async measureBlock(sent) {
      await longestBlock(fixture);
      await measure(sent);
      return await longestBlock(fixture);
    },
    harmless: new Map(),
  };
}

/** Sends the head and half of the body, and ends the connection. */
async function sendHalf(address: string, { method, target, headers, body = Buffer.alloc(0) }: Sent): Promise<number> {
  const socket = await openSocket(address);
  const lines = Object.entries({ ...headers, 'content-length': body.length }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: shop.test\r\n${lines.join('')}\r\n`);
  socket.write(body.subarray(0, body.length / 2));
  await wait(5);
  socket.end();
  socket.resume();
  await once(socket, 'close');
  return 0;
}

async function knownIds({ honest, admin: token }: LimitsFixture) {
  const listings = await honest.call('listListings', { query: { page: 1, pageSize: 1 } });
  const orders = await honest.call('listOrdersAsAdmin', { token, query: { page: 1, pageSize: 1 } });
  return { listing: listings.body.listings[0]?.id ?? '', order: orders.body.orders[0]?.id ?? '' };
}
