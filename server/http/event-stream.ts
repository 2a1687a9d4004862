import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventsReply } from './handlers.ts';

/** A comment now and then keeps proxies from closing a quiet stream, milliseconds. */
const heartbeat = 25_000;
/** A reader that does not read is let go rather than remembered for, bytes. */
const backlog = 64 * 1024;

const openStreams = new Set<() => void>();

/** Server-sent events until the reader leaves or the process ends. */
export function sendEvents(request: FastifyRequest, reply: FastifyReply, { events }: EventsReply) {
  const stream = reply.raw;
  reply.hijack();
  // Hijacked: what the hooks set is handed on here.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) stream.setHeader(name, value);
  stream.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  stream.write('retry: 2000\n\n');
  const write = (text: string) => {
    if (stream.writableLength > backlog) stream.destroy();
    else stream.write(text);
  };
  const beating = setInterval(() => write(': \n\n'), heartbeat);
  const end = () => {
    stopListening();
    clearInterval(beating);
    openStreams.delete(end);
    stream.end();
  };
  // Where something may have been missed the stream ends: its reader comes again, and looks at everything anew.
  const stopListening = events((event) => write(`data: ${JSON.stringify(event)}\n\n`), end);
  openStreams.add(end);
  request.raw.on('close', end);
  return reply;
}

/** At SIGTERM: streams would keep their connections open for ever. */
export function endEventStreams(): void {
  for (const end of openStreams) end();
}
