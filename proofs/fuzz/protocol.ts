import type { FuzzRandom } from './hostile.ts';
import type { Exchange } from './raw-exchange.ts';

type Make = (random: FuzzRandom, token: string) => Exchange;

const host = 'Host: shop.test\r\n';
const smuggled = `GET /api/health HTTP/1.1\r\n${host}\r\n`;
const one = (...chunks: (string | Buffer)[]): Exchange => ({ chunks, atLeast: 1, atMost: 1 });
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${host}${more}\r\n`;
const post = (more: string, body = '') =>
  `POST /api/vitals HTTP/1.1\r\n${host}Content-Type: application/json\r\n${more}\r\n${body}`;
const vital = '{"name":"LCP","value":1}';
const length = `Content-Length: ${vital.length}\r\n`;

/** Requests that two readers may understand differently, or none at all. Each says how many answers it may have. */
const makes: Readonly<Record<string, Make>> = {
  'length and chunks': () => one(post(`${length}Transfer-Encoding: chunked\r\n`, `0\r\n\r\n${smuggled}`)),
  'chunks and length': () => one(post(`Transfer-Encoding: chunked\r\n${length}`, `0\r\n\r\n${smuggled}`)),
  'two lengths': () => one(post(`${length}Content-Length: 0\r\n`, vital + smuggled)),
  'two lengths in one': () => one(post(`Content-Length: ${vital.length}, 0\r\n`, vital + smuggled)),
  'signed length': () => one(post(`Content-Length: +${vital.length}\r\n`, vital + smuggled)),
  'negative length': () => one(post('Content-Length: -1\r\n', smuggled)),
  'huge length': () => one(post('Content-Length: 99999999999999999999\r\n', smuggled)),
  'length in hex': () => one(post('Content-Length: 0x10\r\n', smuggled)),
  'length with a blank before the colon': () => one(post(`Content-Length : ${vital.length}\r\n`, vital + smuggled)),
  'coding with a blank before the colon': () => one(post('Transfer-Encoding : chunked\r\n', `0\r\n\r\n${smuggled}`)),
  'coding of junk': (random) =>
    one(
      post(
        `Transfer-Encoding: ${random.pick(['xchunked', 'chunked, identity', 'identity', 'chunked x', '\x0bchunked', '"chunked"'])}\r\n${random.pick(['', length])}`,
        `0\r\n\r\n${smuggled}`,
      ),
    ),
  'coding twice': () =>
    one(post('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n', `0\r\n\r\n${smuggled}`)),
  'coding folded': () => one(post('Transfer-Encoding:\r\n chunked\r\n', `0\r\n\r\n${smuggled}`)),
  'chunk size of junk': (random) =>
    one(
      post(
        'Transfer-Encoding: chunked\r\n',
        `${random.pick(['xyz', '-1', '0x5', '5;', 'ffffffffffffffffff', ''])}\r\nhello\r\n0\r\n\r\n`,
      ),
    ),
  'chunk longer than it says': () => one(post('Transfer-Encoding: chunked\r\n', `2\r\nhello\r\n0\r\n\r\n${smuggled}`)),
  'chunks as they should be': () =>
    one(
      post(
        'Transfer-Encoding: chunked\r\nConnection: close\r\n',
        `${vital.length.toString(16)}\r\n${vital}\r\n0\r\n\r\n`,
      ),
    ),
  'chunks with a trailer': () =>
    one(
      post(
        'Transfer-Encoding: chunked\r\nTrailer: x\r\n',
        `${vital.length.toString(16)};a=b\r\n${vital}\r\n0\r\nX-Admin: yes\r\n\r\n`,
      ),
    ),
  'bare line feeds': () => one(`GET /api/health HTTP/1.1\nHost: shop.test\nConnection: close\n\n`),
  'bare line feed in a header': () => one(`GET /api/health HTTP/1.1\r\n${host}X: a\nContent-Length: 5\r\n\r\n`),
  'bare carriage return': () => one(`GET /api/health HTTP/1.1\r\n${host}X: a\rY: b\r\n\r\n`),
  'folded header': () => one(get('/api/health', 'X: a\r\n b\r\n')),
  'first header begins with a blank': () => one(`GET /api/health HTTP/1.1\r\n X: a\r\n${host}\r\n`),
  'header without a colon': () => one(get('/api/health', 'nonsense\r\n')),
  'header without a name': () => one(get('/api/health', ': x\r\n')),
  'header of odd bytes': () => one(get('/api/health', 'X\0: y\r\n')),
  'value of odd bytes': () => one(Buffer.from(get('/api/health', 'X: \x01\x7f\0\r\n'), 'latin1')),
  'huge header': () => one(get('/api/health', `X: ${'y'.repeat(20_000)}\r\n`)),
  'many headers': () => one(get('/api/health', 'X: y\r\n'.repeat(3_000))),
  'huge target': () => one(get(`/api/${'x'.repeat(20_000)}`)),
  'no host': () => one('GET /api/health HTTP/1.1\r\n\r\n'),
  'two hosts': () => one(get('/api/health', 'Host: other.example\r\n')),
  'empty host': () => one('GET /api/health HTTP/1.1\r\nHost:\r\n\r\n'),
  'odd host': (random) =>
    one(`GET / HTTP/1.1\r\nHost: ${random.pick(['a b', '[::1', 'a@b', '<x>', 'shop.test:99999', '../x'])}\r\n\r\n`),
  'absolute target': (random) =>
    one(
      `GET http://${random.pick(['shop.test', 'other.example', '127.0.0.1:1', 'a@b', ''])}/api/admin/users HTTP/1.1\r\n${host}\r\n`,
    ),
  'absolute target of another kind': (random) =>
    one(
      `GET ${random.pick(['file:///etc/passwd', 'ftp://x/', 'javascript:x', 'gopher://x:1/_', '//other.example/', '///'])} HTTP/1.1\r\n${host}\r\n`,
    ),
  asterisk: (random) => one(`${random.pick(['OPTIONS', 'GET', 'POST'])} * HTTP/1.1\r\n${host}\r\n`),
  'target without a slash': () => one(`GET api/health HTTP/1.1\r\n${host}\r\n`),
  'target with a blank': () => one(`GET /api/health x HTTP/1.1\r\n${host}\r\n`),
  'target of bytes': () => one(Buffer.from(`GET /\xff\xfe\x80 HTTP/1.1\r\n${host}\r\n`, 'latin1')),
  'raw climbing': (random) =>
    one(
      get(
        `/${random.pick(['assets', 'media', 'api/listings', 'x'])}/${'../'.repeat(random.below(8))}${random.pick(['etc/passwd', 'package.json', 'server/main.ts', 'api/admin/users'])}`,
      ),
    ),
  'HTTP/0.9': () => one('GET /api/health\r\n\r\n'),
  'HTTP/1.0': () => one('GET /api/health HTTP/1.0\r\n\r\n'),
  'HTTP/1.0 kept open': () => one('GET /api/health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n'),
  'HTTP/2 from the start': () => one('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  'odd version': (random) =>
    one(`GET /api/health HTTP/${random.pick(['1.2', '2.0', '9.9', '1', '11', 'x', '1.1 '])}\r\n${host}\r\n`),
  'odd method': (random) =>
    one(
      `${random.pick(['get', 'G ET', 'GETX', '', '\0', 'X'.repeat(5_000), 'PRI', 'TRACE', 'PROPFIND', 'M-SEARCH'])} /api/health HTTP/1.1\r\n${host}\r\n`,
    ),
  pipeline: (random) => {
    const count = 2 + random.below(9);
    return { chunks: [get('/api/health').repeat(count)], atLeast: count, atMost: count };
  },
  'pipeline of many kinds': (_random, token) => ({
    chunks: [
      get('/api/health'),
      `HEAD /api/pieces HTTP/1.1\r\n${host}\r\n`,
      post(length, vital),
      get('/api/cart', `Authorization: Bearer ${token}\r\n`),
      get('/nothing'),
    ],
    atLeast: 5,
    atMost: 5,
    methods: ['GET', 'HEAD', 'POST', 'GET', 'GET'],
  }),
  'pipeline behind a refusal': () => ({
    chunks: [`POST /api/cart/add HTTP/1.1\r\n${host}${length}\r\n${vital}`, get('/api/health')],
    atLeast: 1,
    atMost: 2,
  }),
  'pipeline behind something broken': () => one(`GET /api/health HTTP/1.1\r\n${host}broken\r\n\r\n${smuggled}`),
  'body of a GET': () => ({
    chunks: [get('/api/health', `Content-Length: ${smuggled.length}\r\n`) + smuggled, ''],
    atLeast: 1,
    atMost: 1,
  }),
  'expect to continue': () => one(post(`${length}Expect: 100-continue\r\n`, vital)),
  'expect to continue, refused': () =>
    one(`POST /api/cart/add HTTP/1.1\r\n${host}Content-Length: 10\r\nExpect: 100-continue\r\n\r\n`),
  'expect something else': () => one(post(`${length}Expect: a-miracle\r\n`, vital)),
  upgrade: (random) =>
    one(
      get(
        '/api/health',
        `Connection: Upgrade${random.pick([', HTTP2-Settings', ''])}\r\nUpgrade: ${random.pick(['websocket', 'h2c', 'x'])}\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n`,
      ),
    ),
  tunnel: () => ({ ...one(`CONNECT other.example:443 HTTP/1.1\r\n${host}\r\n`), atLeast: 0 }),
  'byte by byte': () => one(...get('/api/health', 'Connection: close\r\n')),
  'empty lines first': () => one(`\r\n\r\n${get('/api/health')}`),
  'something secure': () => one(Buffer.from('16030100c8010000c40303', 'hex'), Buffer.alloc(200, 3)),
  'nothing but bytes': (random) => ({ ...one(random.bytes(1 + random.below(300))), atLeast: 0 }),
  'body that never comes': () => ({ chunks: [post('Content-Length: 500\r\n', '{"name":')], atLeast: 0, atMost: 0 }),
  'headers that never end': () => ({ chunks: [`GET /api/health HTTP/1.1\r\n${host}X: `], atLeast: 0, atMost: 0 }),
  'left in the headers': () => ({
    chunks: [`POST /api/auth HTTP/1.1\r\n${host}Conte`],
    atLeast: 0,
    atMost: 0,
    leaves: true,
  }),
  'left in the body': () => ({
    chunks: [post('Content-Length: 500\r\n', '{"name":')],
    atLeast: 0,
    atMost: 0,
    leaves: true,
  }),
  'left before the answer': () => ({ chunks: [get('/api/listings')], atLeast: 0, atMost: 1, leaves: true }),
  'left in an upload': (_random, token) => ({
    chunks: [
      `POST /api/admin/upload-images HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000\r\n\r\n--b\r\nContent-Disposition: form-data; name="images"; filename="a"\r\n\r\nPNG`,
    ],
    atLeast: 0,
    atMost: 0,
    leaves: true,
  }),
  'left a stream': () => ({ chunks: [get('/api/events')], atLeast: 1, atMost: 1 }),
  'bytes changed': (random) => {
    const bytes = Buffer.from(post(`${length}Connection: close\r\n`, vital));
    for (let times = 1 + random.below(4); times > 0; times -= 1)
      bytes[random.below(bytes.length)] = random.pick([0, 10, 13, 32, 58, 255, random.below(256)]);
    return { chunks: [bytes], atLeast: 0, atMost: 2 };
  },
};
const names = Object.keys(makes);

/** One of them, with its name. */
export function protocolTrick(random: FuzzRandom, token: string): Exchange & { name: string } {
  const name = random.pick(names);
  const make = makes[name];
  if (!make) throw new Error(name);
  return { name, ...make(random, token) };
}
