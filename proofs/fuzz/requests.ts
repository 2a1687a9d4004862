import { METHODS } from 'node:http';
import { z } from 'zod';
import { api, apiBase, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isRole } from '#contract/roles.ts';
import { pathTricks } from '../path-tricks.ts';
import { type FuzzRandom, hostileJson, uploadBody } from './hostile.ts';
import { type Actor, anyOf, anyOrder, type Memory } from './memory.ts';
import { addOddHeaders, idempotencyKeys } from './odd-headers.ts';
import { valueFor } from './values.ts';

export interface FuzzRequest {
  method: string;
  target: string;
  /** A name may occur twice. */
  headers: [name: string, value: string][];
  payload: string | Buffer | null;
  actor: Actor | null;
  /** The endpoint whose contract the answer must keep; null if another endpoint may answer. */
  endpoint: { name: string; row: Endpoint } | null;
}

/** A request for a path, without a sender. */
export const plainRequest = (target: string): FuzzRequest => ({
  method: 'GET',
  target,
  headers: [],
  payload: null,
  actor: null,
  endpoint: null,
});

/** How often endpoints are called, relative to the 10 of all that are not listed. Slow calls and calls that end sessions are rare. */
const weights: readonly (readonly [weight: number, endpoints: readonly EndpointName[]])[] = [
  [0, ['streamEvents']],
  [1, ['signOut', 'endOtherSessions', 'deleteOwnAccount']],
  [2, ['getOpenApi', 'deleteProduct', 'deleteUser']],
  [3, ['getSales', 'changePassword', 'downloadOwnRecords', 'releaseHold', 'releaseHolds']],
  [4, ['openInvoice', 'downloadInvoice', 'addUser', 'updateProduct', 'sendEnquiry', 'uploadImages', 'uploadLogo']],
  [5, ['addProduct', 'setAdmin', 'setRole']],
  [15, ['cancelOrder', 'updateOrder', 'createOrder']],
  [25, ['createCheckout']],
  [40, ['confirmPayment']],
];
const endpoints = Object.entries<Endpoint>(api).flatMap(([name, row]) => {
  const [weight = 10] = weights.find(([, names]) => names.some((one) => one === name)) ?? [];
  return Array.from({ length: weight }, () => ({ name, row }));
});

/** All methods but CONNECT, which turns the connection into a tunnel. */
const methods = METHODS.filter((method) => method !== 'CONNECT');

/** The next request: for an endpoint of the contract or a page, valid or not, sometimes with a changed head. */
export function makeRequest(random: FuzzRandom, memory: Memory): FuzzRequest {
  const request = random.chance(0.03) ? plainRequest(pageFor(random, memory)) : endpointRequest(random, memory);
  if (random.chance(0.12)) addOddHeaders(request.headers, random.text(), random);
  if (random.chance(0.04)) Object.assign(request, { method: random.pick(methods), endpoint: null });
  if (random.chance(0.04)) Object.assign(request, { target: changedTarget(request.target, random), endpoint: null });
  return request;
}

function endpointRequest(random: FuzzRandom, memory: Memory): FuzzRequest {
  const endpoint = random.pick(endpoints);
  const { row } = endpoint;
  const actor = actorFor(row, random, memory);
  memory.sender = actor;
  const { payload, type } = bodyFor(row, random, memory);
  const headers: FuzzRequest['headers'] = [];
  if (actor) headers.push(['authorization', `Bearer ${actor.token}`]);
  if (row.idempotent && random.chance(0.4)) headers.push(['idempotency-key', random.pick(idempotencyKeys)]);
  if (type) headers.push(['content-type', type]);
  const target = apiBase + pathFor(row, random, memory) + queryFor(row, random, memory);
  return { method: row.method, target, headers, payload, actor, endpoint };
}

const deadActor: Actor = { id: 'dead', name: 'Dead', email: 'dead@example.com', token: 'dead-token', isAdmin: false };

function actorFor({ access }: Endpoint, random: FuzzRandom, memory: Memory): Actor | null {
  const fitting = memory.actors.filter(({ isAdmin }) => isAdmin === isRole(access));
  if (access !== 'public' && fitting.length > 0 && random.chance(0.85)) return random.pick(fitting);
  return random.pick([null, deadActor, ...memory.actors]);
}

type Body = Pick<FuzzRequest, 'payload'> & { type: string | null };

function bodyFor({ upload, body }: Endpoint, random: FuzzRandom, memory: Memory): Body {
  const type = 'application/json';
  if (upload && random.chance(0.95)) return uploadBody(random, upload.field);
  if (!body) {
    const payload = random.chance(0.9) ? null : random.pick(['{}', '', 'x', '[]']);
    return { payload, type: random.chance(0.2) ? type : null };
  }
  const json = JSON.stringify(valueFor(body, random, memory)) ?? 'null';
  return { payload: random.chance(0.15) ? hostileJson(random, json) : json, type };
}

function pathFor(row: Endpoint, random: FuzzRandom, memory: Memory): string {
  return row.path.replace(/:(\w+)/g, (_whole, name: string) => {
    if (name === 'period' && random.chance(0.9)) return random.pick(['day', 'month', 'year']);
    const value = random.chance(0.12) ? random.text() : idFor(row, random, memory);
    return random.chance(0.02) ? value : encodeURIComponent(value.toWellFormed());
  });
}

function idFor({ path }: Endpoint, random: FuzzRandom, memory: Memory): string {
  const order = anyOrder(memory, random)?.id ?? 'none';
  const listing = anyOf(memory.pieces, random)?.id ?? 'none';
  const other = anyOf(memory.ids, random) ?? 'none';
  if (random.chance(0.1)) return random.pick([order, listing, other]);
  if (path.includes('/orders')) return order;
  return /listings|products|holds/.test(path) ? listing : other;
}

const oddQueries = [
  ...['?', '??', '?&&&=', '?%', '?%zz=%zz', '?q=%00', '?q=%c3%28', '?q=%ed%a0%80', '?q[]=1&q[x]=2', '?q=1&q=2&q=3'],
  ...['?page=1e3', '?page=-1', '?page=0', '?page=99999999999999999999', '?pageSize=201', '?page=1&page=2'],
  ...['?sort=__proto__', '?sort=constructor&order=asc', '?order=desc;drop', '?__proto__[isAdmin]=true'],
  ...['?constructor=1&toString=2', '?include=card&include=card', '?status=paid&status=pending', '#fragment'],
  ...['?_method=DELETE&method=PUT', `?${'a=1&'.repeat(1_500)}`, `?q=${'%25'.repeat(250)}`],
];

/** Page numbers and sizes that cannot exist or are not written as whole numbers. */
const oddPages = ['page=-1', 'pageSize=-1', 'pageSize=1.5', 'page=1.5&pageSize=1', 'page=0', 'pageSize=0', 'page=1e3'];

function queryFor({ query }: Endpoint, random: FuzzRandom, memory: Memory): string {
  if (random.chance(query ? 0.4 : 0.92)) return '';
  if (!query || random.chance(0.15)) return random.pick(oddQueries);
  if (query instanceof z.ZodObject && 'page' in query.shape && random.chance(0.25)) return `?${random.pick(oddPages)}`;
  const value = valueFor(query, random, memory);
  const pairs = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return `?${new URLSearchParams(pairs.map(([key, one]) => [key, typeof one === 'string' ? one : JSON.stringify(one)]))}`;
}

const pages = `
  / / /account /cart /payment /admin /admin/users /nothing-here /product/ /product/absent /product/moon/more
  /sitemap.xml /feed.xml /feeds/google.xml /oembed?url=x /robots.txt /favicon.ico /assets/ /assets/absent.js /assets/../server/index.js
  /assets/%2e%2e/%2e%2e/package.json /media/ /media/absent.webp /media/..%2f..%2fcard.key /media/%00
  /media/a/b/c/d /_root.data /product/absent.data /.data /__manifest?p=/&version=x /?sort=price&order=desc
  /?sort=__proto__&order=x&_routes=routes%2Fhome /?_routes=x /index /.git/config /.env /data/shop.db
  /server/main.ts /api /api/ /api/nothing /apii/listings
`
  .trim()
  .split(/\s+/);

function pageFor(random: FuzzRandom, memory: Memory): string {
  const listing = random.chance(0.5) ? anyOf(memory.pieces, random)?.id : random.text().toWellFormed();
  const product = `/product/${encodeURIComponent(listing ?? 'moon')}`;
  return random.pick([anyOf(memory.media, random) ?? '/media/none', product, random.pick(pages), random.pick(pages)]);
}

function changedTarget(target: string, random: FuzzRandom): string {
  const [path = '/', ...query] = target.split('?');
  const changed = random.pick([
    () => random.pick(pathTricks)(path),
    () => path.slice(0, 1 + random.below(path.length)),
    () => path + encodeURIComponent(random.text().toWellFormed()),
    () => `${path}/${'z/'.repeat(300)}`,
  ]);
  return [changed(), ...query].join('?');
}
