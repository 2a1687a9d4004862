import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, signInAsOwner } from '#server/testing/shop-process.ts';
import { atMost, type Figure } from '../proofs/proof.ts';
import { openSocket } from '../proofs/raw-http.ts';
import { residentMegabytes } from './machine.ts';

const count = 5_000;

/** Measures the memory of 5,000 open event streams on one process, and how soon all of them receive a change. */
export async function measureStreams(directory: string): Promise<Figure[]> {
  await using shop = await openShop({ databaseUrl: `file:${directory}/shop.db`, directory });
  const idle = residentMegabytes(shop.child.pid);
  const heard = Promise.withResolvers<void>();
  let remaining = 0;
  let waitingFor = '';
  const sockets: Socket[] = [];
  const open = async () => {
    const socket = await openSocket(shop.address);
    sockets.push(socket);
    socket.on('data', (text) => {
      if (waitingFor === '' || !String(text).includes(waitingFor)) return;
      remaining -= 1;
      if (remaining === 0) heard.resolve();
    });
    socket.write('GET /api/events HTTP/1.1\r\nHost: shop.test\r\n\r\n');
    await once(socket, 'data');
  };
  for (let opened = 0; opened < count; opened += 100) await Promise.all(Array.from({ length: 100 }, open));
  const full = residentMegabytes(shop.child.pid);

  using client = createHttpClient(shop.address);
  const token = await signInAsOwner(client);
  const { product } = (await client.call('addProduct', { token, body: { name: 'Red River Moon', price: 3_200 } })).body;
  remaining = count;
  waitingFor = `"${product.id}","state":"reserved"`;
  const anna = { mode: 'register', name: 'Anna', email: 'anna@example.com', password: 'secret1' };
  const buyer = (await client.call('authenticate', { body: anna })).body;
  await client.call('holdPieces', { token: buyer.token, body: { listingIds: [product.id] } });
  const answered = performance.now();
  await heard.promise;
  const heardByAllAfter = performance.now() - answered;
  for (const socket of sockets) socket.destroy();
  return [
    atMost(1_000, `a change heard by ${count} open streams`, heardByAllAfter, 'ms'),
    { what: 'memory before', measured: idle, unit: 'MB' },
    { what: `memory with ${count} open streams`, measured: full, unit: 'MB' },
  ];
}
