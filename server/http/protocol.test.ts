import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { onEachEngine } from '#server/testing/shop.ts';

onEachEngine('A request that HTTP does not allow', (shop) => {
  it.each([
    ['names no host', 400, 'GET /api/health HTTP/1.1\r\nConnection: close\r\n\r\n'],
    [
      'expects a miracle',
      417,
      'GET /api/health HTTP/1.1\r\nHost: shop.test\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
    ],
    ['is none', 400, 'nonsense\r\n\r\n'],
    [
      'has headers without end',
      431,
      `GET /api/health HTTP/1.1\r\nHost: shop.test\r\nCookie: ${'x'.repeat(70_000)}\r\n\r\n`,
    ],
  ])('because it %s is refused with %i in the words of the contract', async (_name, status, bytes) => {
    const { hostname, port } = new URL(await shop.listen());
    const socket = connect(Number(port), hostname).setEncoding('utf8');
    let said = '';
    socket.on('data', (text: string) => {
      said += text;
    });
    socket.write(bytes);
    await once(socket, 'close');
    const [head = '', body = ''] = said.split('\r\n\r\n');
    expect(head).toContain(`HTTP/1.1 ${status} `);
    expect(head.toLowerCase()).toContain("content-security-policy: default-src 'none'");
    expect(JSON.parse(body)).toMatchObject({
      success: false,
      message: expect.stringMatching(/\S/),
      requestId: expect.stringMatching(/^[\w-]{12}$/),
    });
    expect('issues' in JSON.parse(body)).toBe(status === 400);
  });
});
