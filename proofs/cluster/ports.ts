import { connect, createServer, type Server } from 'node:net';

/** A free port of 127.0.0.1. */
export const freePort = async (): Promise<number> => (await freePorts(1))[0] ?? 0;

/** Different ones: all are taken before any is given back. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
  const ports = servers.map((server) => {
    const address = server.address();
    return typeof address === 'object' && address ? address.port : 0;
  });
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

function listenAnywhere(): Promise<Server> {
  return new Promise((listening, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => listening(server));
  });
}

export function canConnect(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
    socket.once('connect', () => socket.destroy());
  });
}
