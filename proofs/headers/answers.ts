import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { apiBase } from '#contract/api.ts';
import { type CallOptions, decompress } from '#server/testing/api-client.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { owner } from '#server/testing/shop-process.ts';

/** An answer as a reader of the shop gets it. */
export interface Answer {
  what: string;
  status: number;
  headers: Headers;
  text: string;
}

/** One of each kind of answer that the shop gives, successes and failures alike. */
export async function everyKindOfAnswer(address: string): Promise<Answer[]> {
  const client = createHttpClient(address);
  const get: Get = async (path, { method = 'GET', ...options } = {}) => {
    const encoded = { 'accept-encoding': 'br, gzip', ...options.headers };
    const answer = await client.request(method, path, { ...options, headers: encoded });
    const { status, headers: given } = answer;
    const headers = new Headers(
      Object.entries(given).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
      ),
    );
    return { what: `${method} ${path} (${status})`, status, headers, text: decompress(answer).toString() };
  };
  const { token, logo, picture, piece, sold, invoice } = await fill(client);
  const home = await get('/');
  const assets = [...new Set(home.text.match(/\/assets\/[\w.-]+/g))];
  const oneOf = (ending: string) => assets.find((path) => path.endsWith(ending)) ?? `/assets/none${ending}`;
  const answers = [
    home,
    ...(await Promise.all(
      ['/cart', '/payment', '/account', '/admin', '/reset-password', '/no-such-page', '/product/no-such-piece'].map(
        (path) => get(path),
      ),
    )),
    await get(piece),
    await get(sold),
    await get(`${piece}.data`),
    await get('/', { headers: { 'If-None-Match': home.headers.get('etag') ?? '' } }),
    await get('/', { method: 'HEAD' }),
    await get('/', { method: 'POST' }),
    await get('/', { method: 'OPTIONS' }),
    ...(await Promise.all(['.js', '.css', '.woff2', '.svg', '.nothing'].map((ending) => get(oneOf(ending))))),
    ...(await Promise.all(
      ['/favicon.ico', '/robots.txt', '/sitemap.xml', picture, logo, '/media/none'].map((path) => get(path)),
    )),
    ...(await Promise.all(
      ['/listings', '/listings/none', '/health', '/openapi.json', '/cart', '/no-such-call'].map((path) =>
        get(apiBase + path),
      ),
    )),
    await get(`${apiBase}/user/profile`, { token }),
    await get(`${apiBase}/admin/users`, { token }),
    await get(`${apiBase}/listings`, { method: 'DELETE' }),
    await get(`${apiBase}/auth`, { method: 'POST', body: {} }),
    await get(`${apiBase}/auth`, { method: 'POST', headers: { 'Content-Type': 'text/xml' } }),
    await get(invoice, { token }),
    await get(`${invoice}/download`, { token }),
    await get(`${apiBase}/events`),
    await get('/%'),
    await askBluntly(address, 'GET / HTTP/9\r\n\r\n'),
  ];
  const kinds = new Set(answers.map(({ headers }) => headers.get('content-type')?.split(';')[0]));
  for (const kind of expectedKinds) if (!kinds.has(kind)) throw new Error(`No answer of the shop is ${kind}`);
  return answers;
}

/** What a full round of answers must have held, so that none is left out unseen. */
const expectedKinds = `
  text/html application/json application/pdf application/xml text/plain text/css text/javascript text/event-stream
  text/x-script font/woff2 image/svg+xml image/jpeg
`
  .trim()
  .split(/\s+/);

type Get = (path: string, options?: CallOptions & { method?: string }) => Promise<Answer>;

/** A picture, a logo, a piece to be had and one that a customer bought. */
async function fill(client: HttpClient) {
  const admin = (await client.call('authenticate', { body: { mode: 'signin', ...owner } })).body.token;
  const customer = { mode: 'register', name: 'Anna', email: 'anna@example.com', password: 'a long password' };
  const { token } = (await client.call('authenticate', { body: customer })).body;
  const photograph = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#7a1f1a' } })
    .jpeg()
    .toBuffer();
  const pictures = filesBody('images', { name: 'red.jpg', bytes: photograph });
  const { imageUrls: images } = (await client.call('uploadImages', { token: admin, ...pictures })).body;
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>path{fill:#fff}</style><path d="M0 0h9v9z"/></svg>';
  const form = filesBody('logo', { name: 'logo.svg', bytes: Buffer.from(drawing) });
  const { logoUrl } = (await client.call('uploadLogo', { token: admin, ...form })).body;
  const add = async (name: string) => {
    const body = { name, price: 12.5, images, unique: true };
    return (await client.call('addProduct', { token: admin, body })).body.product.id;
  };
  const [piece, sold] = [await add('Moon'), await add('Frost')];
  const { order } = (await client.call('createOrder', { token, body: { listingId: sold, price: 12.5 } })).body;
  await client.call('confirmPayment', { token, body: { orderId: order.id, listingIds: [sold] } });
  return {
    token,
    logo: logoUrl,
    picture: String(images[0]),
    piece: `/product/${piece}`,
    sold: `/product/${sold}`,
    invoice: `${apiBase}/orders/${order.id}/invoice`,
  };
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
