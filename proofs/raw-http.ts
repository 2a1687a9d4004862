import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { decompress } from '#server/testing/api-client.ts';

/** A response as it came over a socket, its body decompressed. */
export interface RawAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/** Bytes for one connection, in the chunks in which they are written. */
export interface Exchange {
  chunks: readonly (string | Buffer)[];
  /** Answers that must come, unless the server closes the connection because it cannot parse the request. */
  atLeast: number;
  /** More answers than these would belong to requests that were never sent. */
  atMost: number;
  /** The methods of the requests in their order; needed only if one is HEAD, whose answer has no body. */
  methods?: readonly string[];
  /** The client closes the connection before any answer. */
  leaves?: boolean;
}

export interface Received {
  answers: RawAnswer[];
  closed: boolean;
  /** Bytes after the last complete answer. */
  rest: Buffer;
}

/** How long `exchange` waits in each case, milliseconds. */
const waits = { surplusAnswer: 4, noAnswerExpected: 30, answer: 5_000 };

/**
 * Connects to a shop, `from` a local address such as 127.0.0.2. Errors of the socket are not thrown: a connection that was reset counts as
 * closed.
 */
export async function openSocket(address: string, from?: string): Promise<Socket> {
  const { hostname, port } = new URL(address);
  const local = from === undefined ? {} : { localAddress: from };
  const socket = connect({ host: hostname, port: Number(port), noDelay: true, ...local });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Writes the bytes unchanged on a new connection and reads until the expected answers came or the server closed it. */
export async function exchange(address: string, sent: Exchange): Promise<Received> {
  const socket = await openSocket(address);
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = Buffer.alloc(0);
  let closed = false;
  const read = () => splitAnswers(bytes, sent.methods ?? [], closed);
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (read().answers.length >= Math.max(sent.atLeast, 1)) setTimeout(resolve, waits.surplusAnswer);
  });
  socket.on('close', () => {
    closed = true;
    resolve();
  });
  const late = setTimeout(resolve, sent.atLeast === 0 ? waits.noAnswerExpected : waits.answer);
  for (const chunk of sent.chunks) {
    if (!socket.destroyed) socket.write(chunk);
    await new Promise((next) => setImmediate(next));
  }
  if (sent.leaves) socket.destroy();
  await promise;
  clearTimeout(late);
  socket.destroy();
  return { ...read(), closed };
}

/** Splits the bytes of a connection into answers as a proxy would: a body ends by its length, by its last chunk, or with the connection. */
function splitAnswers(
  all: Buffer,
  methods: readonly string[],
  closed: boolean,
): { answers: RawAnswer[]; rest: Buffer } {
  const answers: RawAnswer[] = [];
  let rest = all;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.toString('latin1', 0, Math.max(end, 0));
    const [, status] = /^HTTP\/1\.[01] (\d{3})/.exec(head) ?? [];
    if (!status) return { answers, rest };
    const after = rest.subarray(end + 4);
    if (status.startsWith('1')) {
      rest = after;
      continue;
    }
    const lines = [...head.matchAll(/^([^:\r\n]+): *(.*)$/gm)];
    const headers = Object.fromEntries(lines.map(([, name = '', value = '']) => [name.toLowerCase(), value]));
    const hasNoBody = methods[answers.length] === 'HEAD' || status === '204' || status === '304';
    const body = hasNoBody ? { raw: Buffer.alloc(0), length: 0 } : bodyOf(after, headers, closed);
    if (!body) return { answers, rest };
    answers.push({ status: Number(status), headers, body: decompress({ headers, raw: body.raw }) });
    rest = after.subarray(body.length);
  }
}

/** The body at the beginning of `after`, and its `length` in bytes on the connection; null while it is incomplete. */
function bodyOf(after: Buffer, headers: RawAnswer['headers'], closed: boolean): { raw: Buffer; length: number } | null {
  // An event stream never ends, so what has come of it is enough.
  if (headers['content-type']?.startsWith('text/event-stream')) return { raw: Buffer.alloc(0), length: after.length };
  if (headers['transfer-encoding'] === 'chunked') return chunkedBody(after);
  const length = Number(headers['content-length'] ?? (closed ? after.length : Infinity));
  return after.length < length ? null : { raw: after.subarray(0, length), length };
}

function chunkedBody(after: Buffer): { raw: Buffer; length: number } | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = after.indexOf('\r\n', at);
    if (line < 0) return null;
    const size = Number.parseInt(after.toString('latin1', at, line), 16);
    const next = line + 2 + size + 2;
    if (next > after.length) return null;
    if (size === 0) return { raw: Buffer.concat(chunks), length: next };
    chunks.push(after.subarray(line + 2, line + 2 + size));
    at = next;
  }
}
