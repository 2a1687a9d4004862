import { type FuzzRandom, splitMarker } from './hostile.ts';
import type { Memory } from './memory.ts';

const pairs: readonly (readonly [name: string, values: readonly string[]])[] = [
  ['x-http-method-override', ['DELETE', 'GET', 'PUT', 'x']],
  ['x-method-override', ['DELETE']],
  ['if-none-match', ['*', '"x"', 'W/"x", W/"y"', '"', `"${'x'.repeat(3_000)}"`, ', , ,']],
  ['if-match', ['*', '"x"']],
  ['if-modified-since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday']],
  ['range', ['bytes=0-1', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,1-1,2-2', 'lines=1-2', 'bytes=99999999999999999999-']],
  [
    'accept-encoding',
    ['br', 'gzip', 'identity;q=0, *;q=0', 'br;q=nan', '*', 'deflate, compress', ','.repeat(2_000), 'gzip;q=1e9'],
  ],
  ['accept', ['text/html', 'application/xml', '*/*;q=0', 'image/avif', ';']],
  ['accept-charset', ['utf-16']],
  ['accept-language', ['../../x', 'xx-'.repeat(500)]],
  ['content-encoding', ['gzip', 'br', 'identity', 'x']],
  ['content-length', ['0', '1', '5', '-1', '1e3', '99999999999999999999', 'x', '+2']],
  ['transfer-encoding', ['chunked', 'gzip, chunked', 'identity', 'x']],
  ['expect', ['100-continue', '200-ok']],
  ['connection', ['upgrade', 'keep-alive, authorization', 'close']],
  ['upgrade', ['websocket', 'h2c']],
  ['host', ['evil.example', 'a b', '', '[::1', 'shop.test:99999', 'a,b', `${'h'.repeat(300)}.example`]],
  ['x-forwarded-for', ['127.0.0.1', '1.2.3.4, 5.6.7.8', "'", '::1', 'unknown', `${'1.1.1.1,'.repeat(300)}`]],
  ['x-forwarded-host', ['evil.example', '"']],
  ['x-forwarded-proto', ['https', 'javascript']],
  ['x-forwarded-prefix', ['/admin', '//evil.example']],
  ['x-original-url', ['/api/admin/users', '/admin']],
  ['x-rewrite-url', ['/api/admin/users']],
  ['forwarded', ['for=127.0.0.1;host=evil.example', 'for="']],
  ['origin', ['null', 'https://evil.example']],
  ['referer', ['javascript:alert(1)', 'https://evil.example/']],
  ['cookie', ['authToken=x; __proto__=y', ';;;=', 'a='.repeat(1_000)]],
  ['user-agent', ['', 'x'.repeat(4_000), "'; drop table sessions; --", '() { :; }; echo x']],
  ['access-control-request-method', ['DELETE']],
  ['access-control-request-headers', ['authorization']],
  ['content-disposition', ['form-data; name="images"; filename="../../x"']],
  ['authorization', ['Bearer other', 'Basic YTpi', 'Digest x']],
  ['purpose', ['prefetch']],
  ['x-remix-reload-document', ['true']],
];

/** One to three that mean nothing, lie, or mean too much. */
export function oddHeaders(random: FuzzRandom, memory: Memory): [name: string, value: string][] {
  return Array.from({ length: random.pick([1, 1, 2, 3]) }, () => {
    const [name, values] = random.pick(pairs);
    if (random.chance(0.06)) return ['idempotency-key', random.pick(memory.keys)];
    if (random.chance(0.08)) return [random.pick(['x-request-id', 'traceparent', 'x-any', name]), random.text()];
    if (random.chance(0.02)) return [name, `x\r\n${splitMarker}: yes`];
    return [name, random.pick(values)];
  });
}
