import type { SeededRandom } from '#server/features/demo/seeded-random.ts';
import { splitMarker } from './hostile.ts';

export const idempotencyKeys = ['again', 'key-1', 'key-2', "'", 'k'.repeat(255), 'k'.repeat(256), '\u00ff'];

/** Values for each header. `%` stands for the value that the request has in that header. */
const table: readonly (readonly [name: string, values: readonly string[]])[] = [
  [
    'authorization',
    ['bearer dead', '%', '% %', '%\0', 'Basic YTpi', 'Bearer', 'Bearer  x', `Bearer ${'x'.repeat(5_000)}`],
  ],
  ['authorization', ['Bearer other', 'Digest x', `Bearer ' or 1=1 --`]],
  ['content-type', ['', 'text/plain', 'application/x-www-form-urlencoded', '*/*', '__proto__', 'a/b;'.repeat(300)]],
  [
    'content-type',
    ['application/json; charset=utf-16', 'application/json;charset="', 'APPLICATION/JSON', '%\0', '%, %'],
  ],
  ['content-type', ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=x']],
  ['idempotency-key', idempotencyKeys],
  ['x-http-method-override', ['DELETE', 'GET', 'PUT', 'x']],
  ['if-none-match', ['*', '"x"', 'W/"x", W/"y"', '"', `"${'x'.repeat(3_000)}"`, ', , ,']],
  ['if-match', ['*', '"x"']],
  ['if-modified-since', ['Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday']],
  ['range', ['bytes=0-1', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,1-1,2-2', 'lines=1-2', 'bytes=99999999999999999999-']],
  ['accept-encoding', ['br', 'gzip', 'identity;q=0, *;q=0', 'br;q=nan', '*', ','.repeat(2_000), 'gzip;q=1e9']],
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
  ['x-original-url', ['/api/admin/users', '/admin']],
  ['forwarded', ['for=127.0.0.1;host=evil.example', 'for="']],
  ['origin', ['null', 'https://evil.example']],
  ['referer', ['javascript:alert(1)', 'https://evil.example/']],
  ['cookie', ['authToken=x; __proto__=y', ';;;=', 'a='.repeat(1_000)]],
  ['user-agent', ['', 'x'.repeat(4_000), "'; drop table sessions; --", '() { :; }; echo x']],
  ['access-control-request-method', ['DELETE']],
  ['content-disposition', ['form-data; name="images"; filename="../../x"']],
  ['x-remix-reload-document', ['true']],
];

/** Adds one to three headers that are malformed, false or excessive. Each replaces a header of the same name or is sent beside it. */
export function addOddHeaders(headers: [name: string, value: string][], text: string, random: SeededRandom): void {
  for (let count = random.pick([1, 1, 2, 3]); count > 0; count -= 1) {
    const [name, values] = random.pick(table);
    const at = headers.findIndex(([existing]) => existing === name);
    const value = random
      .pick([...values, text, `x\r\n${splitMarker}: yes`])
      .replaceAll('%', () => headers[at]?.[1] ?? 'x');
    if (at >= 0 && random.chance(0.8)) headers.splice(at, 1);
    headers.push([name, value]);
  }
}
