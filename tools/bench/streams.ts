import { connect, type Socket } from 'node:net';
import { keeper, openShop } from '../prove/shop-process.ts';
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

  const token = (await post(shop.address, '/auth', '', { mode: 'signin', ...keeper })).token;
  const { product } = await post(shop.address, '/admin/products', token, { name: 'Red River Moon', price: 3_200 });
  listening = count;
  waitingFor = `"${product.id}","state":"reserved"`;
  const buyer = await post(shop.address, '/auth', '', {
    mode: 'register',
    name: 'Anna',
    email: 'anna@example.com',
    password: 'secret1',
  });
  await post(shop.address, '/holds', buyer.token, { listingIds: [product.id] });
  const answered = performance.now();
  await heard.promise;
  const heardByAllAfter = performance.now() - answered;
  for (const socket of sockets) socket.destroy();
  await shop.stop();
  return { streams: count, megabytes: { idle, open: full }, heardByAllAfter };
}

/** The fields of a success, whichever the call has. */
interface Said {
  token: string;
  product: { id: string };
}

async function post(address: string, path: string, token: string, body: object): Promise<Said> {
  const response = await fetch(`${address}/api${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}
