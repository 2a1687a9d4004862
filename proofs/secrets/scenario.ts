import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { apiBase } from '#contract/api.ts';
import type { ApiAnswer, CallOptions } from '#server/testing/api-client.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { panel } from '#server/testing/pictures.ts';
import { owner } from '#server/testing/shop-process.ts';
import { until } from '#server/testing/waiting.ts';
import { exchange } from '../raw-http.ts';
import { openFurtherLinks } from './further-links.ts';

/** Payment details that are too long to occur anywhere by chance. */
export const card = {
  cardNumber: '4929 7391 0482 6517',
  cardCvc: '739 104 825',
  cardExpiry: '1107 / 209381',
  bpayNumber: '83 6620 4917',
  bpayRef: '5518 2207 3946 01',
};
export const passwords = {
  first: 'kingfisher over lacquer',
  second: 'heron under varnish',
  third: 'egret in the gilding',
  wrong: 'bittern by the brushes',
  owners: owner.password,
};
/** Texts that are not secret: the search must find them. */
export const known = { name: 'Kanarina Vogelsang', email: 'kanarina@example.com' };

interface Options extends CallOptions {
  /** The status that the answer must have; if absent, any status is right. */
  wanted?: number;
  /** Whether the answer goes to the owner of the secrets in it. Then it is not searched. */
  isOwn?: boolean;
}

export type Call = (endpoint: string, options?: Options) => Promise<ApiAnswer>;

const signedIn = z.object({ token: z.string() });
const checkedOut = z.object({ orderId: z.string(), orderDate: z.string() });
const withListing = z.object({ product: z.object({ id: z.string(), price: z.number() }) });
const appKey = z.object({ key: z.string() });
const challenged = z.object({ challenge: z.string() });
const withCodes = z.object({ recoveryCodes: z.array(z.string()).length(10) });
const ownCard = z.object({
  user: z.object({ cardNumber: z.literal(card.cardNumber), bpayRef: z.literal(card.bpayRef) }),
});

export type ScenarioResult = Awaited<ReturnType<typeof runScenario>>;

/**
 * Does everything that people do with secrets in the shop at `address`. `directory`: its DATA_DIR, where the emails are. Returns the tokens
 * of sessions and devices and the secrets of the second factor, whether they still work or not; the tokens of links in emails by the page
 * they open, all of them used or taken back; headers and bodies of answers, except those that give a secret to its owner; invoices; and a sentence for
 * each answer with an `unexpected` status.
 */
export async function runScenario(address: string, directory: string) {
  using client = createHttpClient(address);
  const { call, answers, cookies, unexpected } = createRecorder(client);
  const enter = async (body: object) => signedIn.parse((await call('POST /auth', { body, isOwn: true })).body).token;
  const admin = await enter({ mode: 'signin', ...owner });
  const first = await enter({ mode: 'register', ...known, password: passwords.first });
  const mailed = (page: string) => mailedToken(join(directory, 'mail'), page);
  const confirmToken = await mailed('confirm-email');
  await call('POST /auth/confirm-email', { body: { token: confirmToken }, wanted: 200 });
  await saveCard(call, first);
  const { orderId, invoices } = await buy(call, first, admin);
  await call('GET /user/export', { token: first });
  await sendRefused(call, first);
  await sendMalformed(address, first);

  const change = { currentPassword: passwords.first, newPassword: passwords.second };
  await call('POST /user/password', { token: first, body: change, wanted: 200 });
  await call('POST /auth/forgot', { body: { email: known.email }, wanted: 200 });
  const resetToken = await mailed('reset-password');
  const reset = { token: resetToken, newPassword: passwords.third };
  await call('POST /auth/reset', { body: reset, wanted: 200 });
  await call('POST /auth/reset', { body: reset, wanted: 400 });
  const second = await enter({ mode: 'signin', email: known.email, password: passwords.third });
  await call('GET /user/sessions', { token: second });
  await call(`POST /orders/${orderId}/cancel`, { token: second, wanted: 200 });
  const secondFactor = await playSecondFactor(call, admin);
  const lists = ['users', `users?q=${known.email}`, 'orders', `orders/${orderId}/details`, 'audit'];
  for (const list of lists) await call(`GET /admin/${list}`, { token: admin, wanted: 200 });
  await call('POST /logout', { token: second });
  await call('GET /user/profile', { token: second, wanted: 401 });
  const third = await enter({ mode: 'signin', email: known.email, password: passwords.third });
  const changed = { email: `new-${known.email}`, currentPassword: passwords.third };
  await call('PUT /user/profile', { token: third, body: changed, wanted: 200 });
  const undoToken = await mailed('undo-email');
  await call('POST /auth/undo-email', { body: { token: undoToken }, wanted: 200 });
  const furtherLinks = await openFurtherLinks(client, { call, mailed, admin });
  const devices = cookies.filter((value) => value.length > 15).map((value, index) => [`device ${index}`, value]);
  const tokens: Record<string, string> = {
    'admin session': admin,
    'first session': first,
    'second session': second,
    'third session': third,
    ...secondFactor,
    ...Object.fromEntries(devices),
  };
  const linkTokens = {
    'confirm-email': confirmToken,
    'reset-password': resetToken,
    'undo-email': undoToken,
    ...furtherLinks,
  };
  return { tokens, linkTokens, answers, invoices, unexpected };
}

/** Calls the shop, and records what it answers. */
function createRecorder(client: HttpClient) {
  const [answers, cookies, unexpected]: [Buffer[], string[], string[]] = [[], [], []];
  const call: Call = async (endpoint, { wanted, isOwn = false, ...options } = {}) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const json = typeof options.body === 'string' && { 'content-type': 'application/json' };
    const answer = await client.request(method, apiBase + path, {
      ...options,
      headers: { ...json, ...options.headers },
    });
    const { status, raw } = answer;
    const { 'set-cookie': set, ...headers } = answer.headers;
    for (const cookie of [set ?? []].flat()) cookies.push(/=([^;]*)/.exec(cookie)?.[1] ?? '');
    if (!isOwn) answers.push(Buffer.from(JSON.stringify(headers)), raw);
    if (wanted !== undefined && status !== wanted)
      unexpected.push(`${endpoint} answered ${status}, not ${wanted}: ${raw}`);
    return answer;
  };
  return { call, answers, cookies, unexpected };
}

/** The owner turns on an authenticator app, signs in with a recovery code, and asks for new ones. Returns all its secrets. */
async function playSecondFactor(call: Call, admin: string): Promise<Record<string, string>> {
  const own = { token: admin, isOwn: true, wanted: 200 };
  const { key } = appKey.parse((await call('POST /admin/second-factor/app', own)).body);
  const secret = Secret.fromBase32(key);
  const body = { code: new TOTP({ secret }).generate() };
  const enabled = await call('POST /admin/second-factor/app/on', { ...own, body });
  const signIn = { body: { mode: 'signin', ...owner }, isOwn: true };
  const { challenge } = challenged.parse((await call('POST /auth', signIn)).body);
  const [code = '', ...unused] = withCodes.parse(enabled.body).recoveryCodes;
  await call('POST /auth/second-factor', { body: { challenge, code: `${unused[0]}1` }, wanted: 403 });
  const completed = await call('POST /auth/second-factor', { body: { challenge, code }, isOwn: true, wanted: 200 });
  const renewed = await call('POST /admin/second-factor/recovery-codes', own);
  const codes = [code, ...unused, ...withCodes.parse(renewed.body).recoveryCodes];
  await call('GET /admin/second-factor', { token: admin, wanted: 200 });
  return {
    'app key': key,
    'app key in hex': secret.hex.toLowerCase(),
    challenge,
    'second step': signedIn.parse(completed.body).token,
    ...Object.fromEntries(codes.map((each, index) => [`recovery code ${index}`, each])),
    ...Object.fromEntries(codes.map((each, index) => [`recovery code ${index}, no dashes`, each.replaceAll('-', '')])),
  };
}

async function saveCard(call: Call, token: string): Promise<void> {
  const save = (body: object, wanted: number) => call('PUT /user/profile', { token, body, wanted });
  await save({ ...card, deliveryAddress: '7 Resin Row' }, 200);
  await save({ ...card, cardNumber: card.cardNumber.repeat(9) }, 400);
  await save({ ...card, phone: [card.cardNumber] }, 400);
  ownCard.parse((await call('GET /user/profile?include=card', { token, isOwn: true })).body);
  await call('GET /user/profile', { token });
}

/** Buys a piece and changes the order. Checkout, payment and change also send card fields, which none of them needs. */
async function buy(call: Call, token: string, admin: string): Promise<{ orderId: string; invoices: Buffer[] }> {
  const addListing = async (name: string) =>
    withListing.parse((await call('POST /admin/products', { token: admin, body: { name, price: 120 } })).body).product;
  const [moon, carp] = [await addListing('Moon'), await addListing('Carp')];
  const headers = { 'idempotency-key': 'one-purchase' };
  const items = [{ listingId: moon.id, price: moon.price }];
  const checkout = await call('POST /orders/checkout', { token, headers, body: { items, ...card, card } });
  const { orderId, orderDate } = checkedOut.parse(checkout.body);
  const payment = { orderDate, listingIds: [moon.id], ...card };
  await call('POST /orders/confirm-payment', { token, headers, body: payment, wanted: 200 });
  const opened = await call(`GET /orders/${orderId}/invoice`, { token });
  const change = { items: [{ listingId: carp.id, price: carp.price }], ...card };
  await call(`PUT /orders/${orderId}`, { token, body: change, wanted: 200 });
  const downloaded = await call(`GET /orders/${orderId}/invoice/download`, { token });
  await call(`GET /orders/${orderId}`, { token });
  await call('POST /admin/upload-images', { token: admin, wanted: 200, ...(await pictureWithSecrets()) });
  return { orderId, invoices: [opened.raw, downloaded.raw] };
}

/** A photograph with secrets in its metadata, its file name and a field beside it. */
async function pictureWithSecrets(): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const picture = await panel()
    .withExif({ IFD0: { Copyright: card.cardNumber, Artist: passwords.first } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('images', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${card.cardNumber}.jpg`);
  form.append('cardNumber', card.cardNumber);
  // `Response` encodes the form as a browser does.
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return { headers, body: Buffer.from(await sent.arrayBuffer()) };
}

/** Requests that a parser or a rule refuses: the secrets in them must not be repeated. */
async function sendRefused(call: Call, token: string): Promise<void> {
  const wrong = { mode: 'signin', email: known.email, password: passwords.wrong };
  const cut = JSON.stringify({ ...card, ...wrong }).slice(0, -2);
  const basic = `Basic ${Buffer.from(`x:${passwords.first}`).toString('base64')}`;
  const typed = (type: string) => ({ token, body: cut, headers: { 'content-type': type } });
  const requests: readonly [endpoint: string, options: Options][] = [
    ['POST /auth', { body: wrong, wanted: 401 }],
    ['POST /auth', { body: { ...wrong, email: 'nobody@example.com' }, wanted: 404 }],
    ['POST /auth', { body: { ...wrong, mode: passwords.first } }],
    ['POST /auth', { body: { mode: 'register', ...known, password: passwords.second } }],
    ['POST /auth', typed('application/json; charset=utf-16')],
    ['POST /auth/reset', { body: { token, newPassword: passwords.third } }],
    ['POST /user/password', { token, body: { currentPassword: passwords.wrong, newPassword: passwords.second } }],
    ['PUT /user/profile', { token, body: cut, wanted: 400 }],
    ['PUT /user/profile', typed('text/plain')],
    ['PUT /user/profile', typed('multipart/form-data; boundary=x')],
    ['POST /admin/upload-images', { token, wanted: 403, ...(await pictureWithSecrets()) }],
    ['POST /contact', { body: { name: [card.cardNumber], email: passwords.first, message: '' } }],
    ['GET /user/profile', { headers: { authorization: basic } }],
  ];
  for (const [endpoint, options] of requests) await call(endpoint, options);
}

async function sendMalformed(address: string, token: string): Promise<void> {
  const secret = `Authorization: Bearer ${token}\r\nX-Password: ${passwords.first}\r\n`;
  for (const request of [
    `GET /api/user/profile HTTP/1.1\r\nHost: shop\r\n${secret}broken header\r\n\r\n`,
    `POST /api/auth HTTP/1.1\r\nHost: shop\r\nContent-Length: x${card.cardNumber}\r\n${secret}\r\n`,
  ])
    await exchange(address, { chunks: [request], atLeast: 1, atMost: 1 });
}

/** Waits until an email has a link to `page`, and returns the token of that link. */
async function mailedToken(folder: string, page: string): Promise<string> {
  let token: string | undefined;
  const link = new RegExp(`/${page}(?:#|\\?token=)([\\w-]+)`);
  const isMailed = async () => {
    for (const name of await readdir(folder).catch(() => []))
      if (name.endsWith('.txt')) token ??= link.exec(await readFile(join(folder, name), 'utf8'))?.[1];
    return token !== undefined;
  };
  await until(isMailed, `an email has a link to ${page}`, { patience: 10_000, every: 50 });
  return token ?? '';
}
