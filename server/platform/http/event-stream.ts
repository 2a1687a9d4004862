import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventsReply } from './handlers.ts';

/** Interval of comments that keep proxies from closing a quiet stream, milliseconds. */
const heartbeatInterval = 25_000;
/** Unsent bytes at which a slow client is disconnected. */
const maximumBacklog = 64 * 1024;

const openStreams = new Set<() => void>();

/** Sends server-sent events until the client disconnects or the process ends. */
export function sendEvents(request: FastifyRequest, reply: FastifyReply, { events }: EventsReply) {
  const stream = reply.raw;
  reply.hijack();
  // A hijacked reply does not send the headers that hooks have set.
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) stream.setHeader(name, value);
  stream.writeHead(200, {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  stream.write('retry: 2000\n\n');
  const write = (text: string) => {
    if (stream.writableLength > maximumBacklog) stream.destroy();
    else stream.write(text);
  };
  const heartbeat = setInterval(() => write(': \n\n'), heartbeatInterval);
  const end = () => {
    unsubscribe();
    clearInterval(heartbeat);
    openStreams.delete(end);
    stream.end();
  };
  // The source ends the stream where events may have been missed: the client reconnects and reloads its state.
  const unsubscribe = events((event) => write(`data: ${JSON.stringify(event)}\n\n`), end);
  openStreams.add(end);
  request.raw.on('close', end);
  return reply;
}

/** Number of open streams of this process. */
export const countEventStreams = () => openStreams.size;

/** Ends all streams at shutdown; they would keep their connections open. */
export function endEventStreams(): void {
  for (const end of openStreams) end();
}
