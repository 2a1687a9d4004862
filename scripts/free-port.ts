import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Systems give ports above these to outgoing connections and to servers that do not ask for a certain port. A free one from there could
 * be taken before the caller listens on it. 10080 is below: browsers refuse it.
 */
const ports = { from: 11_000, to: 32_000 };

/** A TCP port of 127.0.0.1 that no process listens on now. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(ports.from, ports.to);
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      // The port is taken.
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
