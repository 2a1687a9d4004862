import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventsReply } from './handlers.ts';
import { apiHeaders } from './headers.ts';

/** A comment now and then keeps proxies from closing a quiet stream, milliseconds. */
const heartbeat = 25_000;
/** A reader that does not read is let go rather than remembered for, bytes. */
const backlog = 64 * 1024;

const openStreams = new Set<() => void>();

/** Server-sent events until the reader leaves or the process ends. */
export function sendEvents(request: FastifyRequest, reply: FastifyReply, { events }: EventsReply) {
  const stream = reply.raw;
  reply.hijack();
  stream.writeHead(200, {
    ...apiHeaders(),
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  stream.write('retry: 2000\n\n');
  const write = (text: string) => {
    if (stream.writableLength > backlog) stream.destroy();
    else stream.write(text);
  };
  const stopListening = events((event) => write(`data: ${JSON.stringify(event)}\n\n`));
  const beating = setInterval(() => write(': \n\n'), heartbeat);
  const end = () => {
    stopListening();
    clearInterval(beating);
    openStreams.delete(end);
    stream.end();
  };
  openStreams.add(end);
  request.raw.on('close', end);
  return reply;
}

/** At SIGTERM: streams would keep their connections open for ever. */
export function endEventStreams(): void {
  for (const end of openStreams) end();
}
