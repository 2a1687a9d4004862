import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { watchDoor } from './closing.ts';

it('Whoever came in before the door closed is heard and answered', async () => {
  const server = createServer((_request, response) => response.end('here you are'));
  const closeDoor = watchDoor(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Listening on a port: the address is never a pipe's name.
  const { port } = server.address() as AddressInfo;
  const visitor = connect(port, '127.0.0.1');
  await once(server, 'connection');

  const closed = closeDoor();
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  visitor.write('GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n');
  await closed;
  // What is left is done as before: what is idle goes, what is asked is answered.
  const ended = new Promise((done) => server.close(done));
  expect(await text(visitor)).toContain('here you are');
  await ended;
});
