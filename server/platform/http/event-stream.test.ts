import { type AddressInfo, connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { countEventStreams, sendEvents } from './event-stream.ts';

it('does not begin a stream whose client has left', async () => {
  const app = fastify();
  const begun = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let isSubscribed = false;
  const events = () => {
    isSubscribed = true;
    return () => undefined;
  };
  app.get('/events', async (request, reply) => {
    begun.resolve();
    // `once` of node:events would reject with the error of the lost connection.
    await new Promise((resolve) => request.raw.once('close', resolve));
    try {
      return sendEvents(request, reply, { events });
    } finally {
      answered.resolve();
    }
  });
  // biome-ignore lint/nursery/useAwaitThenable: Fastify's chain is a thenable that Biome does not see
  await app.listen({ port: 0, host: '127.0.0.1' });
  // The address is a string only for a pipe, and the app listens on a port.
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET /events HTTP/1.1\r\nHost: shop.example\r\n\r\n');
  await begun.promise;
  client.destroy();
  await answered.promise;
  expect(isSubscribed).toBe(false);
  expect(countEventStreams()).toBe(0);
  await app.close();
});
