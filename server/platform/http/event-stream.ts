import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, refuse } from '#contract/errors.ts';
import { callerNetwork } from './client-network.ts';
import type { EventsReply } from './handlers.ts';

/** Interval of comments that keep proxies from closing a quiet stream, milliseconds. */
const heartbeatInterval = 25_000;
/** Unsent bytes at which a slow client is disconnected. */
const maximumBacklog = 64 * 1024;

/** How many streams may be open in this process, with RATE_LIMITS=on. A browser opens one for each visible tab. */
const maxStreams = { ofNetwork: 100, inAll: 10_000 };

/** The function that ends a stream -> the client's network. */
const openStreams = new Map<() => void, string>();
const countsByNetwork = new Map<string, number>();

/** Refuses (503) another stream if the network of this client address has too many, or the process. */
export function refuseStream(address: string): Refusal | null {
  const isFull = (countsByNetwork.get(callerNetwork(address)) ?? 0) >= maxStreams.ofNetwork;
  return isFull || openStreams.size >= maxStreams.inAll
    ? refuse('tooManyStreams', {}, { retryAfterSeconds: 30 })
    : null;
}

/** Sends server-sent events until the client disconnects or the process ends. */
export function sendEvents(request: FastifyRequest, reply: FastifyReply, { events }: EventsReply) {
  const stream = reply.raw;
  reply.hijack();
  // If the client has left already, `close` is not emitted again, and its address is unknown.
  if (request.raw.destroyed) return reply;
  // A hijacked reply does not send the headers that hooks have set.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) stream.setHeader(name, value);
  stream.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  stream.write('retry: 2000\n\n');
  const write = (text: string | Buffer) => {
    if (stream.writableLength > maximumBacklog) stream.destroy();
    else stream.write(text);
  };
  const heartbeat = setInterval(() => write(': \n\n'), heartbeatInterval);
  const end = () => {
    unsubscribe();
    clearInterval(heartbeat);
    forget(end);
    stream.end();
  };
  // The source ends the stream where events may have been missed: the client reconnects and reloads its state.
  const unsubscribe = events((batch) => write(encode(batch)), end);
  remember(end, callerNetwork(request.ip));
  request.raw.on('close', end);
  return reply;
}

/** Number of open streams of this process. */
export const countEventStreams = () => openStreams.size;

/** Ends all streams at shutdown; they would keep their connections open. */
export function endEventStreams(): void {
  for (const end of openStreams.keys()) end();
}

function remember(end: () => void, network: string): void {
  openStreams.set(end, network);
  countsByNetwork.set(network, (countsByNetwork.get(network) ?? 0) + 1);
}

function forget(end: () => void): void {
  const network = openStreams.get(end);
  // A stream may end more than once: when its client leaves and at shutdown.
  if (network === undefined) return;
  openStreams.delete(end);
  const count = (countsByNetwork.get(network) ?? 1) - 1;
  if (count > 0) countsByNetwork.set(network, count);
  else countsByNetwork.delete(network);
}

const encoded = new WeakMap<readonly object[], Buffer>();

/** All streams of a process share the bytes of a batch. */
function encode(batch: readonly object[]): Buffer {
  const known = encoded.get(batch);
  if (known) return known;
  const bytes = Buffer.from(batch.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  encoded.set(batch, bytes);
  return bytes;
}
