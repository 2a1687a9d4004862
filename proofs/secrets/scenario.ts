import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { z } from 'zod';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import { owner } from '#server/testing/shop-process.ts';
import { type Call, createRecordingClient } from './recording-client.ts';

/** Long enough to be nowhere by chance. */
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
/** No secrets: they say whether the search finds what is there. */
export const known = { name: 'Kanarina Vogelsang', email: 'kanarina@example.com' };

export interface ScenarioResult {
  /** Of sessions and devices; dead and alive. */
  tokens: Record<string, string>;
  /** Of the mail: its link contains it until it is used. */
  resetToken: string;
  answers: Buffer[];
  invoices: Buffer[];
  /** What was answered otherwise than a customer expects: then the search would prove little. */
  unexpected: string[];
}

const signedIn = z.object({ token: z.string() });
const checkedOut = z.object({ orderId: z.string(), orderDate: z.string() });
const withProduct = z.object({ product: z.object({ id: z.string(), price: z.number() }) });

/** Everything that people do with secrets, at `address`; `directory`: DATA_DIR, for the mails. */
export async function runScenario(address: string, directory: string): Promise<ScenarioResult> {
  const { call, answers, cookies } = createRecordingClient(address);
  const unexpected: string[] = [];
  const expecting = async (status: number, what: string, answer: Promise<ApiAnswer>): Promise<ApiAnswer> => {
    const given = await answer;
    if (given.status !== status) unexpected.push(`${what} was answered ${given.status}: ${given.raw}`);
    return given;
  };
  const enter = async (body: object) => signedIn.parse((await call('POST', '/auth', { body, isOwn: true })).body).token;
  const admin = await enter({ mode: 'signin', email: owner.email, password: owner.password });
  const first = await enter({ mode: 'register', ...known, password: passwords.first });
  await fillIn(call, expecting, first);
  const { orderId, invoices } = await buy(call, expecting, { token: first, admin });
  await call('GET', '/user/export', { token: first });
  await sendRefused(call, expecting, { token: first, address });

  const change = { currentPassword: passwords.first, newPassword: passwords.second };
  await expecting(200, 'a new password', call('POST', '/user/password', { token: first, body: change }));
  await expecting(200, 'a forgotten password', call('POST', '/auth/forgot', { body: { email: known.email } }));
  const resetToken = await mailedToken(join(directory, 'mail'));
  const reset = { token: resetToken, newPassword: passwords.third };
  await expecting(200, 'a reset password', call('POST', '/auth/reset', { body: reset }));
  await expecting(400, 'a used link', call('POST', '/auth/reset', { body: reset }));
  const second = await enter({ mode: 'signin', email: known.email, password: passwords.third });
  await call('GET', '/user/sessions', { token: second });
  await expecting(200, 'a cancellation', call('POST', `/orders/${orderId}/cancel`, { token: second }));

  for (const path of [
    '/admin/users',
    `/admin/users?q=${known.email}`,
    '/admin/orders',
    `/admin/orders/${orderId}/details`,
    '/admin/audit',
  ])
    await expecting(200, path, call('GET', path, { token: admin }));
  await call('POST', '/logout', { token: second });
  await expecting(401, 'a dead token', call('GET', '/user/profile', { token: second }));
  const devices = Object.fromEntries(
    cookies.filter((value) => value.length > 15).map((value, index) => [`device ${index}`, value]),
  );
  return { tokens: { admin, first, second, ...devices }, resetToken, answers, invoices, unexpected };
}

type Expecting = (status: number, what: string, answer: Promise<ApiAnswer>) => Promise<ApiAnswer>;

async function fillIn(call: Call, expecting: Expecting, token: string): Promise<void> {
  const change = (body: object) => call('PUT', '/user/profile', { token, body });
  await expecting(200, 'the card', change({ ...card, deliveryAddress: '7 Resin Row' }));
  // Refused, with the secrets in hand.
  await expecting(400, 'a card number too long', change({ ...card, cardNumber: card.cardNumber.repeat(9) }));
  await expecting(400, 'a phone that is a card', change({ ...card, phone: [card.cardNumber] }));
  const own = await call('GET', '/user/profile?include=card', { token, isOwn: true });
  z.object({ user: z.object({ cardNumber: z.literal(card.cardNumber), bpayRef: z.literal(card.bpayRef) }) }).parse(
    own.body,
  );
  await call('GET', '/user/profile', { token });
}

/** With forms that send more than they should. */
async function buy(call: Call, expecting: Expecting, { token, admin }: { token: string; admin: string }) {
  const addPiece = async (name: string) =>
    withProduct.parse((await call('POST', '/admin/products', { token: admin, body: { name, price: 120 } })).body)
      .product;
  const [moon, carp] = [await addPiece('Moon'), await addPiece('Carp')];
  const headers = { 'idempotency-key': 'one-purchase' };
  const items = [{ listingId: moon.id, price: moon.price }];
  const checkout = await call('POST', '/orders/checkout', { token, headers, body: { items, ...card, card } });
  const { orderId, orderDate } = checkedOut.parse(checkout.body);
  const payment = { orderDate, listingIds: [moon.id], ...card };
  await expecting(200, 'a payment', call('POST', '/orders/confirm-payment', { token, headers, body: payment }));
  const opened = await call('GET', `/orders/${orderId}/invoice`, { token });
  const change = { items: [{ listingId: carp.id }], ...card };
  await expecting(200, 'a changed order', call('PUT', `/orders/${orderId}`, { token, body: change }));
  const downloaded = await call('GET', `/orders/${orderId}/invoice/download`, { token });
  await call('GET', `/orders/${orderId}`, { token });
  await expecting(
    200,
    'a picture',
    call('POST', '/admin/upload-images', { token: admin, ...(await pictureWithSecrets()) }),
  );
  return { orderId, invoices: [opened.raw, downloaded.raw] };
}

/** A photograph with secrets in its metadata. */
async function pictureWithSecrets(): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const plain = sharp({ create: { width: 60, height: 60, channels: 3, background: '#502010' } });
  const picture = await plain
    .withExif({ IFD0: { Copyright: card.cardNumber, Artist: passwords.first } })
    .jpeg()
    .toBuffer();
  const form = new FormData();
  form.append('images', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), `${card.cardNumber}.jpg`);
  form.append('cardNumber', card.cardNumber);
  // It writes the form as a browser does.
  const sent = new Response(form);
  const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
  return { headers, body: Buffer.from(await sent.arrayBuffer()) };
}

/** Requests that a parser or a rule rejects: the secrets in them must not be repeated. */
async function sendRefused(
  call: Call,
  expecting: Expecting,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const wrong = { mode: 'signin', email: known.email, password: passwords.wrong };
  await expecting(401, 'a wrong password', call('POST', '/auth', { body: wrong }));
  await expecting(404, 'an unknown email', call('POST', '/auth', { body: { ...wrong, email: 'nobody@example.com' } }));
  await call('POST', '/auth', { body: { ...wrong, mode: passwords.first } });
  await call('POST', '/auth', { body: { mode: 'register', ...known, password: passwords.second } });
  await call('POST', '/user/password', {
    token,
    body: { currentPassword: passwords.wrong, newPassword: passwords.second },
  });
  await call('POST', '/auth/reset', { body: { token, newPassword: passwords.third } });
  const cut = JSON.stringify({ ...card, ...wrong }).slice(0, -2);
  await expecting(400, 'a body that ends too early', call('PUT', '/user/profile', { token, body: cut }));
  await call('PUT', '/user/profile', { token, body: cut, headers: { 'content-type': 'text/plain' } });
  await call('PUT', '/user/profile', {
    token,
    body: cut,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  });
  await call('POST', '/auth', { body: cut, headers: { 'content-type': 'application/json; charset=utf-16' } });
  await expecting(
    403,
    'an upload by a customer',
    call('POST', '/admin/upload-images', { token, ...(await pictureWithSecrets()) }),
  );
  await call('POST', '/contact', { body: { name: [card.cardNumber], email: passwords.first, message: '' } });
  await call('GET', '/user/profile', {
    headers: { authorization: `Basic ${Buffer.from(`x:${passwords.first}`).toString('base64')}` },
  });
  const bearer = `Authorization: Bearer ${token}\r\nX-Password: ${passwords.first}`;
  await sendAsItIs(address, `GET /api/user/profile HTTP/1.1\r\nHost: shop\r\n${bearer}\r\nbroken header\r\n\r\n`);
  await sendAsItIs(
    address,
    `POST /api/auth HTTP/1.1\r\nHost: shop\r\nContent-Length: x${card.cardNumber}\r\n${bearer}\r\n\r\n`,
  );
}

async function sendAsItIs(address: string, text: string): Promise<void> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).resume();
  socket.end(text);
  await once(socket, 'close');
}

async function mailedToken(folder: string): Promise<string> {
  for (let look = 0; look < 200; look += 1) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.txt')) continue;
      const [, token] = /\/reset-password#([\w-]+)/.exec(await readFile(join(folder, name), 'utf8')) ?? [];
      if (token !== undefined) return token;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('No letter with a reset link came within ten seconds.');
}
