import { connect, type Socket } from 'node:net';
import { decompress } from '#server/testing/api-client.ts';
import type { Answer } from './judge.ts';

/** Bytes for one connection, in the pieces in which they are sent. */
export interface Exchange {
  chunks: readonly (string | Buffer)[];
  /** Answers that must come, unless the server closes the connection because it cannot parse the request. */
  atLeast: number;
  /** More than these would be answers to requests that were never sent. */
  atMost: number;
  /** Of the requests in their order, where one is HEAD. */
  methods?: readonly string[];
  /** The other end leaves before any answer. */
  leaves?: boolean;
}

export interface Received {
  answers: Answer[];
  /** The server hung up. */
  closed: boolean;
  /** What came and was no HTTP. */
  rest: Buffer;
  /** Milliseconds from the last byte sent to the last answer needed, or to the hanging up. */
  took: number;
}

/** After the last answer needed, so long is listened for one too many; milliseconds. */
const grace = 4;
/** An answer that takes longer will not come; milliseconds. */
const timeout = 5_000;

export async function exchange(port: number, sent: Exchange): Promise<Received> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = Buffer.alloc(0);
  let closed = false;
  let begun = performance.now();
  let took = 0;
  let ending: NodeJS.Timeout | undefined;
  const read = () => answersIn(bytes, sent.methods ?? [], closed);
  const look = () => {
    const enough = read().answers.length >= Math.max(sent.atLeast, 1);
    if (!enough && !closed) return;
    took ||= performance.now() - begun;
    if (closed) resolve();
    else ending ??= setTimeout(resolve, grace);
  };
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    look();
  });
  // Reset by the other end is hung up, too.
  socket.on('error', () => undefined);
  socket.on('close', () => {
    closed = true;
    look();
  });
  const late = setTimeout(resolve, sent.atLeast === 0 ? 30 : timeout);
  await send(socket, sent.chunks);
  begun = performance.now();
  if (sent.leaves) socket.destroy();
  await promise;
  clearTimeout(late);
  clearTimeout(ending);
  socket.destroy();
  return { ...read(), closed, took: took || performance.now() - begun };
}

async function send(socket: Socket, chunks: Exchange['chunks']): Promise<void> {
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0) await new Promise((next) => setImmediate(next));
    if (!socket.destroyed) socket.write(chunk);
  }
}

/** Reads as a proxy would: lengths, chunks, or all until the end. */
function answersIn(all: Buffer, methods: readonly string[], closed: boolean): { answers: Answer[]; rest: Buffer } {
  const answers: Answer[] = [];
  let rest = all;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) break;
    const [first = '', ...lines] = rest.subarray(0, end).toString('latin1').split('\r\n');
    const [, status] = /^HTTP\/1\.[01] (\d{3}) /.exec(`${first} `) ?? [];
    if (!status) break;
    const headers = headersOf(lines);
    const after = rest.subarray(end + 4);
    if (status.startsWith('1')) {
      rest = after;
      continue;
    }
    const hasNone = methods[answers.length] === 'HEAD' || status === '204' || status === '304';
    const body = hasNone ? { bytes: Buffer.alloc(0), length: 0 } : bodyOf(after, headers, closed);
    if (!body) break;
    answers.push({ status: Number(status), headers, body: decompress({ headers, raw: body.bytes }) });
    rest = after.subarray(body.length);
  }
  return { answers, rest };
}

function headersOf(lines: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  return headers;
}

/** Null: not all of it is there yet. */
function bodyOf(
  after: Buffer,
  headers: Record<string, string>,
  closed: boolean,
): { bytes: Buffer; length: number } | null {
  // A stream never ends: its first bytes are enough.
  if (headers['content-type']?.startsWith('text/event-stream')) return { bytes: Buffer.alloc(0), length: after.length };
  if (headers['transfer-encoding'] === 'chunked') return chunkedBody(after);
  const length = headers['content-length'];
  if (length === undefined) return closed ? { bytes: after, length: after.length } : null;
  return after.length < Number(length) ? null : { bytes: after.subarray(0, Number(length)), length: Number(length) };
}

function chunkedBody(after: Buffer): { bytes: Buffer; length: number } | null {
  const parts: Buffer[] = [];
  for (let place = 0; ; ) {
    const line = after.indexOf('\r\n', place);
    if (line < 0) return null;
    const size = Number.parseInt(after.subarray(place, line).toString('latin1'), 16);
    const next = line + 2 + size + 2;
    if (next > after.length) return null;
    if (size === 0) return { bytes: Buffer.concat(parts), length: next };
    parts.push(after.subarray(line + 2, line + 2 + size));
    place = next;
  }
}
