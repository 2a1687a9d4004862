import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { postgresUrl } from '#server/testing/postgres-url.ts';
import { BoundedPool } from './bounded-pool.ts';

it('opens a connection at the second attempt when the busy server was too slow at the first', async () => {
  await using proxy = await startProxy({ silent: 2 });
  const pool = await openPool(proxy.port);
  const working = await pool.connect();
  try {
    // The server answers a query while it leaves the second connection waiting.
    const [late] = await Promise.all([pool.connect(), working.query('select pg_sleep(0.1)')]);
    expect((await late.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    expect(proxy.connections()).toBe(3);
    late.release();
  } finally {
    working.release();
    await pool.end();
  }
});

it('fails after one attempt when the server does nothing', async () => {
  await using proxy = await startProxy({ silent: 1 });
  const pool = await openPool(proxy.port);
  try {
    await expect(pool.connect()).rejects.toThrow('connection timeout');
    expect(proxy.connections()).toBe(1);
  } finally {
    await pool.end();
  }
});

async function openPool(port: number): Promise<BoundedPool> {
  const url = new URL(await postgresUrl());
  url.port = String(port);
  const pool = new BoundedPool({ connectionString: url.href, max: 2, connectionTimeoutMillis: 2_000 });
  pool.on('error', () => undefined);
  return pool;
}

/** Starts a proxy to PostgreSQL. It never answers connection number `silent`, counted from 1, and passes on all others. */
async function startProxy({ silent }: { silent: number }) {
  const { hostname, port: postgresPort } = new URL(await postgresUrl());
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count += 1;
    keep(socket);
    if (count === silent) return;
    const upstream = connect(Number(postgresPort), hostname);
    keep(upstream);
    socket.pipe(upstream).pipe(socket);
  });
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    connections: () => count,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
