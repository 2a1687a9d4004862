import { homeSettingDefaults } from '#contract/home.ts';
import { type ApiAnswer, type CallOptions, decompress } from '#server/testing/api-client.ts';
import { filesBody } from '#server/testing/files-body.ts';
import { createHttpClient, type HttpClient } from '#server/testing/http-client.ts';
import { panel } from '#server/testing/pictures.ts';
import { signInAsOwner } from '#server/testing/shop-process.ts';
import { exchange } from '../raw-http.ts';

export interface Answer {
  what: string;
  status: number;
  headers: Headers;
  text: string;
}

/** One of each kind of answer that the shop gives, successes and failures alike. */
export async function everyKindOfAnswer(address: string): Promise<Answer[]> {
  using client = createHttpClient(address);
  const get = async (path: string, { method = 'GET', ...options }: Options = {}): Promise<Answer> => {
    const encoded = { 'accept-encoding': 'br, gzip', ...options.headers };
    const answer = await client.request(method, path, { ...options, headers: encoded });
    return answerOf(`${method} ${path}`, { ...answer, body: decompress(answer) });
  };
  const { token, paths, privatePaths } = await fill(client);
  const home = await get('/');
  const assets = [...new Set(home.text.match(/\/assets\/[\w.-]+/g))];
  const assetPaths = ['.js', '.css', '.woff2', '.svg', '.nothing'].map(
    (ending) => assets.find((path) => path.endsWith(ending)) ?? `/assets/none${ending}`,
  );
  const answers = [home];
  for (const path of [...pages, ...files, ...apiPaths, ...assetPaths, ...paths]) answers.push(await get(path));
  for (const path of privatePaths) answers.push(await get(path, { token }));
  answers.push(
    await get('/', { headers: { 'If-None-Match': home.headers.get('etag') ?? '' } }),
    await get('/', { method: 'HEAD' }),
    await get('/', { method: 'POST' }),
    await get('/', { method: 'OPTIONS' }),
    await get('/api/listings', { method: 'DELETE' }),
    await get('/api/auth', { method: 'POST', body: {} }),
    await get('/api/auth', { method: 'POST', headers: { 'Content-Type': 'text/xml' } }),
  );
  const invalid = await exchange(address, { chunks: ['GET / HTTP/9\r\n\r\n'], atLeast: 1, atMost: 1 });
  for (const answer of invalid.answers) answers.push(answerOf('GET / HTTP/9', answer));
  const kinds = new Set(answers.map(({ headers }) => headers.get('content-type')?.split(';')[0]));
  for (const kind of expectedKinds) if (!kinds.has(kind)) throw new Error(`No answer of the shop is ${kind}`);
  return answers;
}

type Options = CallOptions & { method?: string };

function answerOf(
  what: string,
  { status, headers, body }: Pick<ApiAnswer<Buffer>, 'status' | 'headers' | 'body'>,
): Answer {
  const pairs = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
  );
  return { what: `${what} (${status})`, status, headers: new Headers(pairs), text: body.toString() };
}

const pages = `
  /cart /saved /alerts/confirm /alerts/stop /payment /account /admin /reset-password /accept-invitation /undo-email /no-such-page /product/no-such-piece
`
  .trim()
  .split(/\s+/);
const files = ['/favicon.ico', '/robots.txt', '/sitemap.xml', '/media/none', '/%'];
const apiPaths = ['listings', 'listings/none', 'health', 'openapi.json', 'cart', 'no-such-call', 'events'].map(
  (path) => `/api/${path}`,
);

/** Content types that must be among the answers, so that none is left out by mistake. */
const expectedKinds = `
  text/html application/json application/pdf application/xml text/plain text/css text/javascript text/event-stream
  text/x-script font/woff2 image/svg+xml image/jpeg
`
  .trim()
  .split(/\s+/);

/**
 * Adds a picture, a logo, an available piece and one that a customer buys. Returns the customer's token, paths for everybody, and paths
 * that are requested with the token.
 */
async function fill(client: HttpClient) {
  const admin = await signInAsOwner(client);
  const customer = { mode: 'register', name: 'Anna', email: 'anna@example.com', password: 'a long password' };
  const { token } = (await client.call('authenticate', { body: customer })).body;
  const pictures = filesBody('images', { name: 'red.jpg', bytes: await panel().jpeg().toBuffer() });
  const { imageUrls: images } = (await client.call('uploadImages', { token: admin, ...pictures })).body;
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>path{fill:#fff}</style><path d="M0 0h9v9z"/></svg>';
  const form = filesBody('logo', { name: 'logo.svg', bytes: Buffer.from(drawing) });
  const { logoUrl } = (await client.call('uploadLogo', { token: admin, ...form })).body;
  const add = async (name: string) => {
    const body = { name, price: 12.5, images, unique: true };
    return (await client.call('addProduct', { token: admin, body })).body.product.id;
  };
  const [listing, sold] = [await add('Moon'), await add('Frost')];
  const { order } = (await client.call('createOrder', { token, body: { listingId: sold, price: 12.5 } })).body;
  await client.call('confirmPayment', { token, body: { orderId: order.id, listingIds: [sold] } });
  const { address: draft } = (await client.call('previewHome', { token: admin, body: homeSettingDefaults })).body;
  const [product, invoice] = [`/product/${listing}`, `/api/orders/${order.id}/invoice`];
  const paths = [product, `${product}.data`, `/product/${sold}`, logoUrl, String(images[0]), draft, `${draft}.data`];
  return { token, paths, privatePaths: ['/api/user/profile', '/api/admin/users', invoice, `${invoice}/download`] };
}
