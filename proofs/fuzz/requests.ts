import { api, apiBase } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { oddHeaders } from './headers.ts';
import { type FuzzRandom, hostileJson } from './hostile.ts';
import { type Actor, anyOrder, type Memory } from './memory.ts';
import { oddMethod, pageTarget, twistedPath } from './paths.ts';
import { uploadBody } from './uploads.ts';
import { type Accuracy, valueFor } from './values.ts';

export interface FuzzRequest {
  method: string;
  target: string;
  /** Names may come twice. */
  headers: [name: string, value: string][];
  payload: string | Buffer | null;
  actor: Actor | null;
  /** Whose answer it must be, where nothing was bent so far that another may answer. */
  endpoint: NamedEndpoint | null;
}

interface NamedEndpoint {
  name: string;
  row: Endpoint;
}

/** What takes long, grows the shop or ends the senders' sessions comes less often than 10. */
const weights: Readonly<Record<string, number>> = {
  streamEvents: 0,
  signOut: 1,
  endOtherSessions: 1,
  deleteOwnAccount: 1,
  openInvoice: 4,
  downloadInvoice: 4,
  getOpenApi: 2,
  getSales: 3,
  changePassword: 3,
  downloadOwnRecords: 3,
  addUser: 4,
  deleteProduct: 2,
  deleteUser: 2,
  releaseHold: 3,
  releaseHolds: 3,
  updateProduct: 4,
  cancelOrder: 15,
  updateOrder: 15,
  sendEnquiry: 4,
  uploadImages: 4,
  uploadLogo: 4,
  addProduct: 5,
  setAdmin: 5,
  authenticate: 8,
  createCheckout: 25,
  confirmPayment: 40,
  createOrder: 15,
};
const endpoints: readonly NamedEndpoint[] = Object.entries<Endpoint>(api).flatMap(([name, row]) =>
  Array.from({ length: weights[name] ?? 10 }, () => ({ name, row })),
);

/** The next one: for an endpoint of the contract, valid or not, sometimes bent; or for a page. */
export function makeRequest(random: FuzzRandom, memory: Memory): FuzzRequest {
  const request = random.chance(0.03) ? pageRequest(random, memory) : endpointRequest(random, memory);
  if (random.chance(0.12)) for (const header of oddHeaders(random, memory)) request.headers.push(header);
  if (random.chance(0.04)) Object.assign(request, { method: oddMethod(random), endpoint: null });
  if (random.chance(0.04)) Object.assign(request, { target: twistedPath(random, request.target), endpoint: null });
  return request;
}

function pageRequest(random: FuzzRandom, memory: Memory): FuzzRequest {
  const headers: FuzzRequest['headers'] = [['accept-encoding', random.pick(['', 'gzip', 'br, gzip'])]];
  return { method: 'GET', target: pageTarget(random, memory), headers, payload: null, actor: null, endpoint: null };
}

function endpointRequest(random: FuzzRandom, memory: Memory): FuzzRequest {
  const endpoint = random.pick(endpoints);
  const { row } = endpoint;
  const actor = actorFor(row, random, memory);
  memory.asking = actor;
  const headers: FuzzRequest['headers'] = [];
  if (actor) headers.push(['authorization', authorization(actor.token, random)]);
  if (row.idempotent && random.chance(0.4)) headers.push(['idempotency-key', random.pick(memory.keys)]);
  const { payload, type } = bodyFor(row, random, memory);
  if (type) headers.push(['content-type', type]);
  const target = apiBase + pathFor(row, random, memory) + queryFor(row, random, memory);
  return { method: row.method, target, headers, payload, actor, endpoint };
}

const deadActor: Actor = { id: 'dead', name: 'Dead', email: 'dead@example.com', token: 'dead-token', isAdmin: false };

function actorFor({ access }: Endpoint, random: FuzzRandom, memory: Memory): Actor | null {
  const fitting = memory.actors.filter(({ isAdmin }) => isAdmin === (access === 'admin'));
  if (access !== 'public' && fitting.length > 0 && random.chance(0.85)) return random.pick(fitting);
  return random.pick([null, deadActor, ...memory.actors]);
}

function authorization(token: string, random: FuzzRandom): string {
  if (random.chance(0.97)) return `Bearer ${token}`;
  return random.pick([
    `bearer ${token}`,
    token,
    `Basic ${token}`,
    'Bearer',
    `Bearer  ${token}`,
    `Bearer ${token} ${token}`,
    `Bearer ${token}\0`,
    `Bearer ${'x'.repeat(5_000)}`,
    `Bearer ' or 1=1 --`,
  ]);
}

function accuracy(random: FuzzRandom): Accuracy {
  return random.pick(['valid', 'valid', 'valid', 'almost', 'almost', 'wild']);
}

function bodyFor(
  row: Endpoint,
  random: FuzzRandom,
  memory: Memory,
): { payload: FuzzRequest['payload']; type: string | null } {
  if (row.upload && random.chance(0.95)) return uploadBody(random, row.upload.field);
  if (!row.body) {
    if (random.chance(0.9)) return { payload: null, type: random.chance(0.2) ? 'application/json' : null };
    return { payload: random.pick(['{}', '', 'x', '[]']), type: oddType(random) };
  }
  const json = JSON.stringify(valueFor(row.body, accuracy(random), random, memory)) ?? 'null';
  const payload = random.chance(0.15) ? hostileJson(random, json) : json;
  return { payload, type: random.chance(0.93) ? 'application/json' : oddType(random) };
}

const oddType = (random: FuzzRandom): string | null =>
  random.pick([
    null,
    '',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=utf-16',
    'application/json;charset="',
    'APPLICATION/JSON',
    'application/json, text/plain',
    'application/json\0',
    'application/vnd.api+json',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    'multipart/mixed; boundary=x',
    '*/*',
    'a/b;'.repeat(300),
    '__proto__',
  ]);

function pathFor(row: Endpoint, random: FuzzRandom, memory: Memory): string {
  return row.path.replace(/:(\w+)/g, (_whole, name: string) => {
    if (name === 'period' && random.chance(0.9)) return random.pick(['day', 'month', 'year']);
    const value = random.chance(0.12) ? random.text() : idFor(row, random, memory);
    if (random.chance(0.02)) return value;
    return encodeURIComponent(value.toWellFormed());
  });
}

function idFor({ path }: Endpoint, random: FuzzRandom, memory: Memory): string {
  const piece = () => memory.pieces.any(random)?.id ?? 'moon';
  const order = () => anyOrder(memory, random)?.id ?? 'none';
  const other = () => memory.ids.any(random) ?? 'none';
  if (random.chance(0.1)) return random.pick([piece, order, other])();
  if (path.includes('/orders')) return order();
  if (/listings|products|holds/.test(path)) return piece();
  return other();
}

function queryFor({ query }: Endpoint, random: FuzzRandom, memory: Memory): string {
  if (random.chance(query ? 0.4 : 0.92)) return '';
  if (!query || random.chance(0.15)) return random.pick(oddQueries);
  const value = valueFor(query, accuracy(random), random, memory);
  const pairs = Object.entries(typeof value === 'object' && value !== null ? value : {});
  const words = new URLSearchParams(
    pairs.map(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)]),
  );
  if (random.chance(0.1)) for (const [key, one] of pairs.slice(0, 1)) words.append(key, JSON.stringify(one));
  return `?${words}`;
}

const oddQueries: readonly string[] = [
  '?',
  '??',
  '?&&&=',
  '?%',
  '?%zz=%zz',
  '?q=%00',
  '?q=%c3%28',
  '?q=%ed%a0%80',
  '?q[]=1&q[x]=2',
  '?q=1&q=2&q=3',
  '?page=1e3',
  '?page=-1',
  '?page=0',
  '?page=99999999999999999999',
  '?pageSize=201',
  '?sort=__proto__',
  '?sort=constructor&order=asc',
  '?order=desc;drop',
  '?__proto__[isAdmin]=true',
  '?constructor=1&toString=2',
  '?include=card&include=card',
  '?status=paid&status=pending',
  '?_method=DELETE&method=PUT',
  `?${'a=1&'.repeat(1_500)}`,
  `?q=${'%25'.repeat(250)}`,
  '#fragment',
];
