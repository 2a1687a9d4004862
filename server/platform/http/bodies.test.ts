import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { limits } from '#contract/limits.ts';
import { onSqlite } from '#server/testing/shop.ts';
import { bodyLimitOf } from './body-limits.ts';

const json = { 'content-type': 'application/json' };

onSqlite('A body', (shop) => {
  it('is refused in words if it is larger than the endpoint can need, at most 64 KiB where anybody may call', async () => {
    const { token } = await shop.admin();
    for (const [name, row] of Object.entries<Endpoint>(api)) {
      if (row.method === 'GET' || row.upload) continue;
      const limit = bodyLimitOf(row);
      expect([name, limit <= (row.access === 'public' ? limits.publicBody : limits.jsonBody)]).toEqual([name, true]);
      const body = JSON.stringify('x'.repeat(limit - 1));
      const { status, body: answer } = await shop.request(row.method, pathOf(row), { token, body, headers: json });
      // A call may need a role or a recent password first.
      expect([name, [401, 403, 413].includes(status) || status]).toEqual([name, true]);
      if (status === 413) expect(answer.message).toBe('That is too large to be accepted.');
    }
  });

  it('of the largest valid size is accepted, also with every letter escaped', async () => {
    const escaped = (text: string) =>
      text.replaceAll(/./gu, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
    const body = `{"name":"Mai","email":"mai@example.com","message":"${escaped('ệ'.repeat(limits.message))}"}`;
    expect((await shop.request('POST', '/api/contact', { body, headers: json })).status).toBe(201);
  });

  it('is refused if it has many more values than the endpoint can need', async () => {
    const body = JSON.stringify({
      name: 'Mai',
      email: 'mai@example.com',
      message: 'Hello',
      more: Array(10_000).fill(1),
    });
    expect((await shop.request('POST', '/api/contact', { body, headers: json })).status).toBe(400);
  });

  it('waits for its turn if one client has too many that never end; others and pages go on', async () => {
    const { hostname, port } = new URL(await shop.listen());
    const head = `POST /api/contact HTTP/1.1\r\nHost: shop.test\r\nContent-Type: Application/JSON\r\nContent-Length: ${60_000}\r\n\r\n`;
    const sockets = Array.from({ length: 80 }, () => connect(Number(port), hostname).setEncoding('utf8'));
    const refused: string[] = [];
    for (const socket of sockets) socket.on('data', (text: string) => refused.push(text));
    await Promise.all(
      sockets.map(async (socket) => {
        await once(socket, 'connect');
        socket.write(`${head}{"message":"`);
      }),
    );
    await expect.poll(() => refused.length).toBe(80 - Math.floor((4 * 1_048_576) / 60_000));
    expect(refused.every((text) => text.startsWith('HTTP/1.1 503 '))).toBe(true);
    expect((await shop.request('GET', '/api/listings')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    const body = { name: 'Mai', email: 'mai@example.com', message: 'Hello' };
    await expect.poll(async () => (await shop.request('POST', '/api/contact', { body })).status).toBe(201);
  });

  it('takes the place of one of the client that sends most, when all clients together send too much', async () => {
    const { hostname, port } = new URL(await shop.listen());
    const head = `POST /api/payments/stripe/events HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\nContent-Length: ${limits.publicBody}\r\n\r\n{`;
    const sockets = Array.from({ length: 9 * 60 }, (_, at) =>
      connect({ host: hostname, port: Number(port), localAddress: `127.0.0.${20 + (at % 9)}` }).setEncoding('utf8'),
    );
    const ended: string[] = [];
    await Promise.all(
      sockets.map(async (socket) => {
        socket.on('data', (text: string) => ended.push(text.slice(0, 12))).on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(head);
      }),
    );
    await expect.poll(() => ended.length).toBe(9 * 60 - (32 * 1_048_576) / limits.publicBody);
    const body = JSON.stringify({ name: 'Mai', email: 'mai@example.com', message: 'Hello' });
    const answer = await fetch(`http://${hostname}:${port}/api/contact`, { method: 'POST', headers: json, body });
    expect(answer.status).toBe(201);
    await expect.poll(() => ended.at(-1)).toBe('HTTP/1.1 408');
    for (const socket of sockets) socket.destroy();
  });
});

onSqlite('Requests that a client sends without waiting for answers', (shop) => {
  it('are answered in their order, and the connection ends if they are many', async () => {
    const { hostname, port } = new URL(await shop.listen());
    const send = async (paths: readonly string[]) => {
      const socket = connect(Number(port), hostname).setEncoding('utf8');
      let answer = '';
      socket.on('data', (text: string) => {
        answer += text;
      });
      socket.on('error', () => undefined);
      const last = paths.length - 1;
      socket.write(
        paths
          .map(
            (path, at) =>
              `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n${at === last ? 'Connection: close\r\n' : ''}\r\n`,
          )
          .join(''),
      );
      await once(socket, 'close');
      return [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status);
    };
    expect(await send(['/api/listings', '/api/nothing', '/api/cart', '/api/health'])).toEqual([
      '200',
      '404',
      '401',
      '200',
    ]);
    expect((await send(Array<string>(200).fill('/api/openapi.json'))).length).toBeLessThan(40);
  });
});

const pathOf = ({ path }: Endpoint) => `/api${path.replaceAll(/:\w+/g, 'none')}`;
