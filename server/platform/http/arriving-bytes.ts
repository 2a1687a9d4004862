import type { FastifyInstance } from 'fastify';
import { refuse } from '#contract/errors.ts';
import { hasBody } from './bodies.ts';
import { callerNetwork } from './client-network.ts';
import { BodyTooSlow, RequestRefused } from './refusals.ts';

/** Bytes of bodies without files that may be arriving at the same time: those of one client, and in all. */
const arriving = { ofClient: 4 * 1_048_576, inAll: 32 * 1_048_576 };

interface ArrivingBody {
  bytes: number;
  /** Stops to count it. */
  release(): void;
  /** Ends its connection. */
  end(): void;
}

/** The bodies of a client that are arriving, oldest first, and their bytes. */
interface Client {
  bytes: number;
  bodies: Set<ArrivingBody>;
}

/**
 * Limits the memory of bodies that stay unfinished (docs/security.md): refuses (503) one that would exceed the bytes of `arriving`. If it is
 * only too much in all, the client with the most bytes loses its oldest body (408) instead, so that nobody can keep others from sending.
 * A client counts as the network of its address; the limit of a client applies only if `limitsClients`.
 */
export function limitArrivingBytes(app: FastifyInstance, { limitsClients }: { limitsClients: boolean }): void {
  const clients = new Map<string, Client>();
  let inAll = 0;
  const hasRoom = (own: number, bytes: number): boolean => {
    while (inAll + bytes > arriving.inAll) {
      const largest = [...clients.values()].reduce((one, other) => (other.bytes > one.bytes ? other : one));
      const [oldest] = largest.bodies;
      if (!oldest || largest.bytes <= own + bytes) return false;
      oldest.end();
    }
    return true;
  };
  app.addHook('preParsing', (request, reply, body, done) => {
    const { headers, raw, routeOptions } = request;
    // Files of an upload go to the disk while they arrive.
    if (!hasBody(request) || /^multipart\//i.test(headers['content-type'] ?? '')) return done(null, body);
    const bytes = Math.min(Number(headers['content-length'] ?? Infinity), routeOptions.bodyLimit);
    const name = callerNetwork(request.ip);
    const client = clients.get(name) ?? { bytes: 0, bodies: new Set() };
    const isTooMuch = limitsClients && client.bytes + bytes > arriving.ofClient;
    if (isTooMuch || !hasRoom(client.bytes, bytes)) return done(new RequestRefused(refuse('unavailable')));
    const entry: ArrivingBody = {
      bytes,
      release() {
        if (!client.bodies.delete(entry)) return;
        client.bytes -= bytes;
        inAll -= bytes;
        if (client.bodies.size === 0) clients.delete(name);
      },
      end() {
        entry.release();
        app.server.emit('clientError', new BodyTooSlow(request), raw.socket);
      },
    };
    clients.set(name, client);
    client.bodies.add(entry);
    client.bytes += bytes;
    inAll += bytes;
    // The request closes when its connection breaks; a body that was refused unread is no longer kept when the answer is sent.
    raw.once('close', entry.release);
    reply.raw.once('finish', entry.release);
    done(null, body);
  });
}
