import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { onSqlite } from '#server/testing/shop.ts';
import { arrivalTimeouts } from './bodies.ts';

onSqlite('A malformed request', (shop) => {
  it.each([
    ['has no Host', 400, 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'has an unknown Expect',
      417,
      'GET /api/health HTTP/1.1\r\nHost: shop.test\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
    ],
    [
      'has two Hosts',
      400,
      'GET /api/health HTTP/1.1\r\nHost: shop.test\r\nHost: other.test\r\nConnection: close\r\n\r\n',
    ],
    ['has an invalid Host', 400, 'GET /api/health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'],
    ['has an empty Host', 400, 'GET /api/health HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
    [
      'has a target with a user name',
      400,
      'GET http://me@shop.test/api/health HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n',
    ],
    [
      'has a target of another scheme',
      400,
      'GET ftp://shop.test/api/health HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n',
    ],
    ['is not HTTP', 400, 'nonsense\r\n\r\n'],
    [
      'has headers over the size limit',
      431,
      `GET /api/health HTTP/1.1\r\nHost: shop.test\r\nCookie: ${'x'.repeat(70_000)}\r\n\r\n`,
    ],
  ])('that %s is refused with %i in the format of every API failure', async (_name, status, bytes) => {
    const { head, body } = await send(await shop.listen(), bytes);
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none'");
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      message: expect.stringMatching(/\S/),
      requestId: expect.stringMatching(/^[\w-]{12}$/),
    });
    expect('issues' in JSON.parse(body)).toBe(status === 400);
  });

  it('is also refused when the response is cached', async () => {
    const address = await shop.listen();
    const answer = async (headers: string) => {
      const { head } = await send(address, `GET /api/listings HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`);
      return head.slice(0, head.indexOf('\r\n'));
    };
    const twice = 'Host: shop.test\r\nHost: other.test\r\n';
    const before = [await answer(''), await answer(twice)];
    expect(await answer('Host: shop.test\r\n')).toBe('HTTP/1.1 200 OK');
    expect([await answer(''), await answer(twice)]).toEqual(before);
    expect(before).toEqual(['HTTP/1.1 400 Bad Request', 'HTTP/1.1 400 Bad Request']);
  });
});

onSqlite('A request with an absolute target', (shop) => {
  it('is answered like one with only a path, cached or not', async () => {
    const address = await shop.listen();
    const get = async (target: string) => {
      const { head, body } = await send(
        address,
        `GET ${target} HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`,
      );
      return { line: head.slice(0, head.indexOf('\r\n')), body };
    };
    const absolute = await get('http://shop.test/api/listings?q=moon');
    expect(absolute).toEqual(await get('/api/listings?q=moon'));
    expect(await get('HTTP://shop.test:80/api/listings?q=moon')).toEqual(absolute);
    expect(absolute.line).toBe('HTTP/1.1 200 OK');
    expect((await get('http://shop.test/api/nothing')).line).toBe('HTTP/1.1 404 Not Found');
    expect((await get('http://shop.test?q=moon')).line).toBe('HTTP/1.1 404 Not Found');
  });
});

onSqlite('A method that a path does not support', (shop) => {
  it.each(['TRACE', 'PROPFIND', 'QUERY', 'M-SEARCH', 'PATCH'])(
    'is refused with the supported ones: %s',
    async (method) => {
      const { status, headers, body } = await shop.request(method, '/api/user/profile');
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD, PUT']);
      expect(body).toMatchObject({ success: false, message: 'This address does not take that method.' });
      expect((await shop.request(method, '/api/nothing')).status).toBe(404);
      expect((await shop.request(method, '/api')).status).toBe(404);
    },
  );

  it.each(['FOO', 'get', 'X-GET'])('is refused in the same way if Node cannot parse it: %s', async (method) => {
    const address = await shop.listen();
    const answer = async (path: string) =>
      (await send(address, `${method} ${path} HTTP/1.1\r\nHost: shop.test\r\n\r\n`)).head.toLowerCase();
    const known = await answer('/api/user/profile');
    expect(known).toContain('http/1.1 405 method not allowed');
    expect(known).toContain('allow: get, head, put');
    expect(await answer('/api/nothing')).toContain('http/1.1 404 not found');
  });

  it('is not HEAD, which is answered like GET without the body', async () => {
    const { token } = await shop.admin();
    await shop.listing('Moon');
    // A reply that is cached, one of JSON, and a table.
    for (const path of ['/api/listings', '/api/cart', '/api/admin/newsletter.csv']) {
      const [get, head] = [await shop.request('GET', path, { token }), await shop.request('HEAD', path, { token })];
      expect([get.status, get.raw.length > 0]).toEqual([200, true]);
      expect([head.status, head.raw.length]).toEqual([200, 0]);
      for (const name of ['content-length', 'content-type', 'cache-control'])
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
    expect((await shop.request('HEAD', '/api/cart')).status).toBe(401);
  });

  it('is HEAD on the event stream', async () => {
    const { status, headers } = await shop.request('HEAD', '/api/events');
    expect([status, headers.allow]).toEqual([405, 'GET']);
  });
});

onSqlite(
  'A body that stops arriving',
  (shop) => {
    afterEach(() => {
      vi.useRealTimers();
    });

    it('is answered 408 and logged once', async () => {
      const { hostname, port } = new URL(await shop.listen());
      const socket = connect(Number(port), hostname).setEncoding('utf8');
      let answer = '';
      socket.on('data', (text: string) => {
        answer += text;
      });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      socket.write(
        'POST /api/contact HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"na',
      );
      while (!socket.closed) {
        vi.advanceTimersByTime(arrivalTimeouts.body);
        await setImmediate();
      }
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      expect(head).toContain('HTTP/1.1 408 ');
      const { requestId } = JSON.parse(body);
      const logged = shop
        .logged()
        .split('\n')
        .filter((line) => /refused|not possible/.test(line))
        .map((line) => JSON.parse(line));
      expect(logged).toMatchObject([{ reqId: requestId, status: 408, method: 'POST', path: '/api/contact' }]);
    });
  },
  { LOG_LEVEL: 'info' },
);

/** Writes the bytes on a new connection and reads until the server closes it. */
async function send(address: string, bytes: string): Promise<{ head: string; body: string }> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body };
}
