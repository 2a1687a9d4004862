import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { apiBase } from '#contract/api.ts';
import { keeper } from '../shop-process.ts';

/** An answer as a reader of the shop gets it. */
export interface Answer {
  what: string;
  status: number;
  headers: Headers;
  text: string;
}

interface Question {
  method?: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** One of each kind of answer that the shop gives, successes and failures alike. */
export async function everyKindOfAnswer(address: string): Promise<Answer[]> {
  const ask = (path: string, question?: Question) => askFor(address, path, question);
  const { token, logo, picture, piece, sold, invoice } = await furnish(ask);
  const home = await ask('/');
  const assets = [...new Set(home.text.match(/\/assets\/[\w.-]+/g))];
  const oneOf = (ending: string) => assets.find((path) => path.endsWith(ending)) ?? `/assets/none${ending}`;
  const answers = [
    home,
    ...(await Promise.all(
      ['/cart', '/payment', '/account', '/admin', '/reset-password', '/no-such-page', '/product/no-such-piece'].map(
        (path) => ask(path),
      ),
    )),
    await ask(piece),
    await ask(sold),
    await ask(`${piece}.data`),
    await ask('/', { headers: { 'If-None-Match': home.headers.get('etag') ?? '' } }),
    await ask('/', { method: 'HEAD' }),
    await ask('/', { method: 'POST' }),
    await ask('/', { method: 'OPTIONS' }),
    ...(await Promise.all(['.js', '.css', '.woff2', '.svg', '.nothing'].map((ending) => ask(oneOf(ending))))),
    ...(await Promise.all(
      ['/favicon.ico', '/robots.txt', '/sitemap.xml', picture, logo, '/media/none'].map((path) => ask(path)),
    )),
    ...(await Promise.all(
      ['/listings', '/listings/none', '/health', '/openapi.json', '/cart', '/no-such-call'].map((path) =>
        ask(apiBase + path),
      ),
    )),
    await ask(`${apiBase}/user/profile`, { token }),
    await ask(`${apiBase}/admin/users`, { token }),
    await ask(`${apiBase}/listings`, { method: 'DELETE' }),
    await ask(`${apiBase}/auth`, { method: 'POST', body: {} }),
    await ask(`${apiBase}/auth`, { method: 'POST', headers: { 'Content-Type': 'text/xml' } }),
    await ask(invoice, { token }),
    await ask(`${invoice}/download`, { token }),
    await askStream(address, `${apiBase}/events`),
    await ask('/%'),
    await askBluntly(address, 'GET / HTTP/9\r\n\r\n'),
  ];
  const kinds = new Set(answers.map(({ headers }) => headers.get('content-type')?.split(';')[0]));
  for (const kind of expectedKinds) if (!kinds.has(kind)) throw new Error(`No answer of the shop is ${kind}`);
  return answers;
}

/** What a full round of answers must have held, so that none is left out unseen. */
const expectedKinds = [
  'text/html',
  'application/json',
  'application/pdf',
  'application/xml',
  'text/plain',
  'text/css',
  'text/javascript',
  'text/event-stream',
  'text/x-script',
  'font/woff2',
  'image/svg+xml',
  'image/jpeg',
];

type Ask = (path: string, question?: Question) => Promise<Answer>;

/** A picture, a logo, a piece to be had and one that a customer bought. */
async function furnish(ask: Ask) {
  const post = async (path: string, body: unknown, token?: string): Promise<Record<string, unknown>> => {
    const answer = await ask(apiBase + path, { method: 'POST', body, ...(token !== undefined && { token }) });
    if (answer.status >= 300) throw new Error(`POST ${path} answered ${answer.status}: ${answer.text}`);
    return JSON.parse(answer.text);
  };
  const admin = String((await post('/auth', { mode: 'signin', ...keeper })).token);
  const customer = { mode: 'register', name: 'Anna', email: 'anna@example.com', password: 'a long password' };
  const token = String((await post('/auth', customer)).token);
  const photograph = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7a1f1a' } })
    .jpeg()
    .toBuffer();
  const pictures = await post('/admin/upload-images', form('images', 'red.jpg', photograph), admin);
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>path{fill:#fff}</style><path d="M0 0h9v9z"/></svg>';
  const logo = await post('/admin/upload-logo', form('logo', 'logo.svg', Buffer.from(drawing)), admin);
  const images = pictures.imageUrls as string[]; // contract/media.ts
  const pieces: string[] = [];
  for (const name of ['Moon', 'Frost']) {
    const product = { name, price: 12.5, images, unique: true };
    const { product: listing } = await post('/admin/products', product, admin);
    pieces.push((listing as { id: string }).id); // contract/catalog.ts
  }
  const [piece, sold] = pieces;
  const { order } = await post('/orders', { listingId: sold, price: 12.5 }, token);
  const orderId = (order as { id: string }).id; // contract/checkout.ts
  await post('/orders/confirm-payment', { orderId, listingIds: [sold] }, token);
  return {
    token,
    logo: String(logo.logoUrl),
    picture: String(images[0]),
    piece: `/product/${piece}`,
    sold: `/product/${sold}`,
    invoice: `${apiBase}/orders/${orderId}/invoice`,
  };
}

function form(field: string, name: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const data = new FormData();
  data.append(field, new Blob([bytes]), name);
  return data;
}

async function askFor(address: string, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', token, body } = question;
  const isForm = body instanceof FormData;
  const response = await fetch(address + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
      ...question.headers,
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
  const answered = { status: response.status, headers: response.headers, text: await response.text() };
  return { what: `${method} ${path} (${response.status})`, ...answered };
}

/** The head alone: what streams has no end. */
async function askStream(address: string, path: string): Promise<Answer> {
  const leaving = new AbortController();
  const { status, headers } = await fetch(address + path, { signal: leaving.signal });
  leaving.abort();
  return { what: `GET ${path} (${status})`, status, headers, text: '' };
}

/** What is no HTTP, on a bare socket. */
async function askBluntly(address: string, request: string): Promise<Answer> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.end(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  const [line = '', ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((header) => header.split(': ') as [string, string])); // `name: value`
  return {
    what: `${JSON.stringify(request)} on a bare socket`,
    status: Number(line.split(' ')[1]),
    headers,
    text: body,
  };
}
