import type { Exchange } from '../raw-http.ts';
import type { FuzzRandom } from './hostile.ts';

const host = 'Host: shop.test\r\n';
const vital = '{"name":"LCP","value":1}';
const length = `Content-Length: ${vital.length}\r\n`;
const chunked = 'Transfer-Encoding: chunked\r\n';
const smuggled = `GET /api/health HTTP/1.1\r\n${host}\r\n`;
const afterLastChunk = `0\r\n\r\n${smuggled}`;
const inChunk = `${vital.length.toString(16)}\r\n${vital}\r\n0\r\n`;

const start = (line: string, more = '') => `${line} HTTP/1.1\r\n${host}${more}\r\n`;
const get = (path: string, more = '') => start(`GET ${path}`, more);
const post = (more: string, body = '') => start('POST /api/vitals', `Content-Type: application/json\r\n${more}`) + body;
const health = (more: string) => get('/api/health', more);

/**
 * Malformed or ambiguous requests, which a proxy and the server may read differently. The server must give each one answer or close the
 * connection.
 */
const single: Readonly<Record<string, string | ((random: FuzzRandom) => string)>> = {
  'length and chunks': post(length + chunked, afterLastChunk),
  'chunks and length': post(chunked + length, afterLastChunk),
  'two lengths': post(`${length}Content-Length: 0\r\n`, vital + smuggled),
  'two lengths in one': post(`Content-Length: ${vital.length}, 0\r\n`, vital + smuggled),
  'invalid length': ({ pick }) =>
    post(`Content-Length: ${pick(['+24', '-1', '0x18', '99999999999999999999'])}\r\n`, vital + smuggled),
  'blank before the colon of a length': post(`Content-Length : ${vital.length}\r\n`, vital + smuggled),
  'blank before the colon of a coding': post('Transfer-Encoding : chunked\r\n', afterLastChunk),
  'invalid coding': ({ pick }) => {
    const coding = pick(['xchunked', 'chunked, identity', 'identity', 'chunked x', '\x0bchunked', '"chunked"']);
    return post(`Transfer-Encoding: ${coding}\r\n${pick(['', length])}`, afterLastChunk);
  },
  'two codings': post(`${chunked}Transfer-Encoding: identity\r\n`, afterLastChunk),
  'folded coding': post('Transfer-Encoding:\r\n chunked\r\n', afterLastChunk),
  'invalid chunk size': ({ pick }) =>
    post(chunked, `${pick(['xyz', '-1', '0x5', '5;', 'f'.repeat(18), ''])}\r\nhello\r\n0\r\n\r\n`),
  'chunk longer than its size': post(chunked, `2\r\nhello\r\n${afterLastChunk}`),
  'valid chunks': post(`${chunked}Connection: close\r\n`, `${inChunk}\r\n`),
  'chunks with a trailer': post(`${chunked}Trailer: x\r\n`, `${inChunk}X-Admin: yes\r\n\r\n`),
  'bare line feeds': 'GET /api/health HTTP/1.1\nHost: shop.test\nConnection: close\n\n',
  'bare line feed in a header': health('X: a\nContent-Length: 5\r\n'),
  'bare carriage return': health('X: a\rY: b\r\n'),
  'folded header': health('X: a\r\n b\r\n'),
  'blank before the first header': `GET /api/health HTTP/1.1\r\n X: a\r\n${host}\r\n`,
  'header without a colon': health('nonsense\r\n'),
  'header without a name': health(': x\r\n'),
  'control characters in a name': health('X\0: y\r\n'),
  'control characters in a value': health('X: \x01\x7f\0\r\n'),
  'huge header': health(`X: ${'y'.repeat(20_000)}\r\n`),
  'many headers': health('X: y\r\n'.repeat(3_000)),
  'huge target': get(`/api/${'x'.repeat(20_000)}`),
  'no host': 'GET /api/health HTTP/1.1\r\n\r\n',
  'two hosts': health('Host: other.example\r\n'),
  'invalid host': ({ pick }) =>
    `GET / HTTP/1.1\r\nHost: ${pick(['', 'a b', '[::1', 'a@b', '<x>', 'shop.test:99999', '../x'])}\r\n\r\n`,
  'absolute target': ({ pick }) =>
    get(`http://${pick(['shop.test', 'other.example', '127.0.0.1:1', 'a@b', ''])}/api/admin/users`),
  'target of another scheme': ({ pick }) =>
    get(pick(['file:///etc/passwd', 'ftp://x/', 'javascript:x', 'gopher://x:1/_', '//other.example/', '///'])),
  asterisk: ({ pick }) => start(`${pick(['OPTIONS', 'GET', 'POST'])} *`),
  'target without a slash': get('api/health'),
  'target with a blank': get('/api/health x'),
  'target that is not UTF-8': get('/\xff\xfe\x80'),
  'target with dots': ({ pick, below }) => {
    const file = pick(['etc/passwd', 'package.json', 'server/main.ts', 'api/admin/users']);
    return get(`/${pick(['assets', 'media', 'api/listings', 'x'])}/${'../'.repeat(below(8))}${file}`);
  },
  'HTTP/0.9': 'GET /api/health\r\n\r\n',
  'HTTP/1.0': ({ pick }) => `GET /api/health HTTP/1.0\r\n${pick(['', 'Connection: keep-alive\r\n'])}\r\n`,
  'HTTP/2 without negotiation': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'invalid version': ({ pick }) =>
    `GET /api/health HTTP/${pick(['1.2', '2.0', '9.9', '1', '11', 'x', '1.1 '])}\r\n${host}\r\n`,
  'odd method': ({ pick }) =>
    start(`${pick(['get', 'G ET', 'GETX', '', '\0', 'X'.repeat(5_000), 'PRI', 'TRACE', 'M-SEARCH'])} /api/health`),
  'pipeline after a broken request': `GET /api/health HTTP/1.1\r\n${host}broken\r\n\r\n${smuggled}`,
  'body of a GET': health(`Content-Length: ${smuggled.length}\r\n`) + smuggled,
  'expectation to continue': post(`${length}Expect: 100-continue\r\n`, vital),
  'expectation to continue, refused': start('POST /api/cart/add', 'Content-Length: 10\r\nExpect: 100-continue\r\n'),
  'another expectation': post(`${length}Expect: a-miracle\r\n`, vital),
  upgrade: ({ pick }) => {
    const connection = `Connection: Upgrade${pick([', HTTP2-Settings', ''])}\r\n`;
    const key = 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n';
    return health(`${connection}Upgrade: ${pick(['websocket', 'h2c', 'x'])}\r\n${key}`);
  },
  'empty lines first': `\r\n\r\n${health('')}`,
  'TLS handshake on a plain connection': `\x16\x03\x01\0\xc8\x01\0\0\xc4\x03\x03${'\x03'.repeat(200)}`,
  'event stream': get('/api/events'),
};

const upload = (token: string) => {
  const type = 'Content-Type: multipart/form-data; boundary=b\r\n';
  const head = `Authorization: Bearer ${token}\r\n${type}Content-Length: 9000\r\n`;
  const part = 'Content-Disposition: form-data; name="images"; filename="a"\r\n\r\nPNG';
  return `${start('POST /api/admin/upload-images', head)}--b\r\n${part}`;
};
const unfinished = (...chunks: string[]): Exchange => ({ chunks, atLeast: 0, atMost: 0 });
const abandoned = (...chunks: string[]): Exchange => ({ chunks, atLeast: 0, atMost: 1, leaves: true });

const others: Readonly<Record<string, (random: FuzzRandom, token: string) => Exchange>> = {
  pipeline: ({ below }) => {
    const count = 2 + below(9);
    return { chunks: [health('').repeat(count)], atLeast: count, atMost: count };
  },
  'pipeline of many kinds': (_random, token) => ({
    chunks: [
      health('') + start('HEAD /api/pieces') + post(length, vital),
      get('/api/cart', `Authorization: Bearer ${token}\r\n`) + get('/nothing'),
    ],
    atLeast: 5,
    atMost: 5,
    methods: ['GET', 'HEAD', 'POST', 'GET', 'GET'],
  }),
  'pipeline after a refusal': () => ({
    chunks: [start('POST /api/cart/add', length) + vital, health('')],
    atLeast: 1,
    atMost: 2,
  }),
  'byte by byte': () => ({ chunks: [...health('Connection: close\r\n')], atLeast: 1, atMost: 1 }),
  tunnel: () => ({ ...unfinished(start('CONNECT other.example:443')), atMost: 1 }),
  'random bytes': ({ bytes, below }) => ({ chunks: [bytes(1 + below(300))], atLeast: 0, atMost: 1 }),
  'some bytes changed': ({ pick, below }) => {
    const bytes = Buffer.from(post(`${length}Connection: close\r\n`, vital));
    for (let times = 1 + below(4); times > 0; times -= 1)
      bytes[below(bytes.length)] = pick([0, 10, 13, 32, 58, 255, below(256)]);
    return { chunks: [bytes], atLeast: 0, atMost: 2 };
  },
  'unfinished body': () => unfinished(post('Content-Length: 500\r\n', '{"name":')),
  'unfinished headers': () => unfinished(`GET /api/health HTTP/1.1\r\n${host}X: `),
  'abandoned in the headers': () => abandoned(`POST /api/auth HTTP/1.1\r\n${host}Conte`),
  'abandoned in the body': () => abandoned(post('Content-Length: 500\r\n', '{"name":')),
  'abandoned before the answer': () => abandoned(get('/api/listings')),
  'abandoned in an upload': (_random, token) => abandoned(upload(token)),
};

const names = [...Object.keys(single), ...Object.keys(others)];

export function malformedExchange(random: FuzzRandom, token: string): Exchange & { name: string } {
  const name = random.pick(names);
  const { [name]: request = '' } = single;
  const { [name]: other } = others;
  if (other) return { name, ...other(random, token) };
  const text = typeof request === 'string' ? request : request(random);
  return { name, chunks: [Buffer.from(text, 'latin1')], atLeast: 1, atMost: 1 };
}
