import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, owner, type ShopProcess } from '#server/testing/shop-process.ts';
import type { Run } from '../proof.ts';
import { type Exchange, exchange, type Received } from '../raw-http.ts';
import { createFuzzRandom, type FuzzRandom } from './hostile.ts';
import { faultsOf } from './judge.ts';
import { malformedExchange } from './malformed-http.ts';
import { createMemory, type Memory, note } from './memory.ts';
import { type FuzzRequest, makeRequest, plainRequest } from './requests.ts';
import { count, type Results, report, type Target, timed, tryRequest } from './try-request.ts';

const atOnce = 8;

interface SocketTarget extends Target {
  address: string;
  /** The session of a customer, which no request ends. */
  token: string;
}

/** Sends requests to the real program over real sockets. Half of them are malformed or ambiguous HTTP (malformed-http.ts). */
export async function fuzzOverSockets(run: Run, requests: number, results: Results): Promise<void> {
  const cardKey = randomBytes(32).toString('hex');
  const settings = { CARD_KEY: cardKey, LOG_LEVEL: 'error' };
  await using shop = await openShop({ databaseUrl: await run.newDatabase(), directory: run.directory, settings });
  const memory = createMemory();
  const token = await fill(shop, memory);
  const secrets = { always: [cardKey, run.directory], fromCustomers: [] };
  const send = (request: FuzzRequest) => sendOnSocket(shop.address, request);
  const target: SocketTarget = { address: shop.address, memory, secrets, token, results, send };
  const lines = Array.from({ length: atOnce }, (_one, line) => sendInTurn(run, target, line, requests / atOnce));
  await Promise.all(lines);
  await checkAlive(shop, results);
}

async function fill({ address }: ShopProcess, memory: Memory): Promise<string> {
  using client = createHttpClient(address);
  const enter = async (name: string, body: { mode: string; email: string }) => {
    const { user, token } = (await client.call('authenticate', { body })).body;
    memory.actors.push({ id: user.id, name, email: body.email, token, isAdmin: user.isAdmin });
    return token;
  };
  const admin = await enter('Owner', { mode: 'signin', ...owner });
  for (const name of ['Moon', 'Carp', 'Lotus']) {
    const { product } = (await client.call('addProduct', { token: admin, body: { name, price: 100 } })).body;
    note(memory.pieces, { id: product.id, price: product.price });
  }
  const person = { name: 'Anna', email: 'anna@example.com', password: 'secret1' };
  return await enter('Anna', { mode: 'register', ...person });
}

/** Headers of the connection itself are left out here: malformed-http.ts tests them. */
const ofTheConnection = /^(content-length|transfer-encoding|expect|connection|upgrade|host)$/;
/** Addresses that are left out: some hash passwords, which takes real time here, and others would end the sessions. */
const leftOut = /auth|password|delete|session|logout|user|demo/i;

async function sendInTurn(run: Run, target: SocketTarget, line: number, requests: number): Promise<void> {
  const random = createFuzzRandom(run.seed * 7_919 + line);
  for (let index = 0; index < requests && target.results.violations.length < 100; index += 1) {
    const where = `seed ${run.seed}, line ${line}, exchange ${index}`;
    if (random.chance(0.5)) await tryMalformed(random, target, where);
    else {
      const request = makeRequest(random, target.memory);
      // A line break in a header would begin another header or end the headers: malformed-http.ts tests that.
      request.headers = request.headers.filter(
        (one) => !ofTheConnection.test(one[0]) && !/[\r\n\0]/.test(one.join('')),
      );
      if (!leftOut.test(request.target)) await tryRequest(target, request, where);
    }
  }
}

async function sendOnSocket(address: string, { method, target, headers, payload }: FuzzRequest) {
  const body = payload === null ? null : Buffer.from(payload);
  const lines = [
    `${method} ${target.replaceAll(/[\r\n\0 ]/g, '+')} HTTP/1.1`,
    'Host: shop.test',
    'Connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(body ? [`Content-Length: ${body.length}`] : []),
  ];
  const chunks = [`${lines.join('\r\n')}\r\n\r\n`, ...(body ? [body] : [])];
  const { answers, closed } = await exchange(address, { chunks, atLeast: 1, atMost: 1, methods: [method] });
  if (!answers[0] && !closed) throw new Error('neither an answer nor the end of the connection');
  return answers[0] ?? null;
}

async function tryMalformed(
  random: FuzzRandom,
  { address, token, secrets, results }: Target & SocketTarget,
  where: string,
) {
  const sent = malformedExchange(random, token);
  // If no answer has to come, `exchange` itself waits, so its time says nothing about the shop.
  const isTimed = sent.atLeast > 0 && !sent.leaves;
  const send = () => exchange(address, sent);
  const { result, faults } = isTimed ? await timed(results, send) : { result: await send(), faults: [] };
  faults.push(...faultsOfExchange(sent, result));
  for (const [index, answer] of result.answers.entries())
    faults.push(...faultsOf({ ...plainRequest('/'), method: sent.methods?.[index] ?? 'GET' }, answer, secrets));
  for (const { status } of result.answers.length > 0 ? result.answers : [{ status: 0 }]) count(results, status);
  const bytes = Buffer.concat(sent.chunks.map((chunk) => Buffer.from(chunk)));
  report(results, faults, `${where}, "${sent.name}"`, bytes.toString('latin1'));
}

/** A connection that Node closes without an answer counts as refused. */
function faultsOfExchange(sent: Exchange, { answers, closed, rest }: Received): string[] {
  const faults: string[] = [];
  if (answers.length > sent.atMost) faults.push(`${answers.length} answers instead of ${sent.atMost}`);
  if (answers.length < sent.atLeast && !closed) faults.push('neither an answer nor the end of the connection');
  if (rest.length > 0 && closed && !sent.leaves)
    faults.push(`bytes that are no answer: ${rest.toString('latin1').slice(0, 60)}`);
  return faults;
}

/** Afterwards the same process answers quickly and has logged no error. */
async function checkAlive(shop: ShopProcess, results: Results): Promise<void> {
  await pause(50);
  const { result: health, faults } = await timed(results, () => fetch(`${shop.address}/api/health`).catch(() => null));
  if (health?.status !== 200 || shop.child.exitCode !== null) faults.push(`is not alive: ${shop.output().slice(-500)}`);
  const logged = /.*"level":(?:50|60).*/.exec(shop.output())?.[0];
  if (logged) faults.push(`logged an error: ${logged.slice(0, 600)}`);
  report(results, faults, 'after all requests', 'the shop');
}
