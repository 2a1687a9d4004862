import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { drainConnections } from './drain-connections.ts';

it('a connection opened before shutdown still gets its request answered', async () => {
  const server = createServer((_request, response) => response.end('here you are'));
  const drain = drainConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // The address is a string only for a pipe, and the server listens on a port.
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  await once(server, 'connection');

  const drained = drain();
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  client.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n');
  await drained;
  // Node's own close() does the rest: it closes idle connections and answers open requests.
  const ended = new Promise((done) => server.close(done));
  expect(await text(client)).toContain('here you are');
  await ended;
});
