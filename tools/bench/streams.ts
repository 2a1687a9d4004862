import { connect, type Socket } from 'node:net';
import { openShop } from '../prove/shop-process.ts';
import { ask, signInAsKeeper } from './ask.ts';
import { residentMegabytes } from './processor-time.ts';

export interface StreamFigures {
  streams: number;
  megabytes: { idle: number; open: number };
  /** Milliseconds from the answer that changed a piece to the last stream that heard of it. */
  heardByAllAfter: number;
}

/** Open event streams on one process, and how soon all of them hear of a change. */
export async function measureStreams(databaseUrl: string, directory: string, count: number): Promise<StreamFigures> {
  const shop = await openShop({ databaseUrl, directory });
  const idle = residentMegabytes(shop.child.pid);
  const { hostname, port } = new URL(shop.address);
  const heard = Promise.withResolvers<void>();
  let listening = 0;
  let waitingFor = '';
  const sockets: Socket[] = [];
  const open = () =>
    new Promise<void>((done, fail) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(`GET /api/events HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`),
      );
      socket.once('error', fail);
      socket.once('data', () => done());
      socket.on('data', (text) => {
        if (waitingFor === '' || !String(text).includes(waitingFor)) return;
        listening -= 1;
        if (listening === 0) heard.resolve();
      });
      sockets.push(socket);
    });
  for (let opened = 0; opened < count; opened += 100)
    await Promise.all(Array.from({ length: Math.min(100, count - opened) }, open));
  const full = residentMegabytes(shop.child.pid);

  const token = await signInAsKeeper(shop.address);
  const moon = { name: 'Red River Moon', price: 3_200 };
  const { product } = await ask(shop.address, 'POST', '/admin/products', { token, body: moon });
  listening = count;
  waitingFor = `"${product.id}","state":"reserved"`;
  const anna = { mode: 'register', name: 'Anna', email: 'anna@example.com', password: 'secret1' };
  const buyer = await ask(shop.address, 'POST', '/auth', { body: anna });
  await ask(shop.address, 'POST', '/holds', { token: buyer.token, body: { listingIds: [product.id] } });
  const answered = performance.now();
  await heard.promise;
  const heardByAllAfter = performance.now() - answered;
  for (const socket of sockets) socket.destroy();
  await shop.stop();
  return { streams: count, megabytes: { idle, open: full }, heardByAllAfter };
}
