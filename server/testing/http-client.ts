import { Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { type ApiClient, type CallOptions, createApiClient } from './api-client.ts';

/** Measurements of a call over HTTP. */
export interface Transfer {
  /** Time from the request to the last byte of the response. */
  milliseconds: number;
  /** Why there is no response, in which case the status is 0; null if there is a response. */
  failure: string | null;
  /** The connection, as `<port of the shop>-><port of the client>`, and the number of the response on it, from 0. */
  connection: string;
  ordinal: number;
}

/** `using` closes it at the end of the block. */
export interface HttpClient extends ApiClient<Transfer>, Disposable {
  /** Closes its connections. */
  close(): void;
}

export interface HttpClientOptions {
  /** A local address to connect from, such as 127.0.0.2, for callers with separate rate limits. */
  from?: string;
  /** Maximum number of connections, which stay open. */
  connections?: number;
  /** Longest wait for a response, milliseconds. */
  timeout?: number;
  /** Called when all of a body but its last byte is written; the last byte follows when the promise is resolved. */
  beforeLastByte?: () => Promise<void>;
}

/** Returns a client of a running shop; `address` has no trailing slash. Network failures are returned, not thrown. */
export function createHttpClient(address: string, options: HttpClientOptions = {}): HttpClient {
  const { from, connections = 2_000, timeout = 60_000, beforeLastByte } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const responseCounts = new WeakMap<Socket, number>();
  const client = createApiClient<Transfer>(async (method, path, call = {}) => {
    const { bytes, headers } = contentOf(call);
    const query = call.query
      ? `?${new URLSearchParams(Object.entries(call.query).map(([k, v]) => [k, String(v)]))}`
      : '';
    const begun = performance.now();
    const { promise, resolve } = Promise.withResolvers<IncomingMessage | Error>();
    const outgoing = request(address, {
      method,
      agent,
      // Sent unchanged; a URL object would normalise the path.
      path: path + query,
      headers,
      timeout,
      ...(from !== undefined && { localAddress: from }),
    });
    outgoing.once('response', resolve).once('error', resolve);
    outgoing.once('timeout', () => outgoing.destroy(new Error(`no answer within ${timeout} ms`)));
    if (bytes && beforeLastByte)
      outgoing.write(bytes.subarray(0, -1), async () => {
        await beforeLastByte();
        outgoing.end(bytes.subarray(-1));
      });
    else outgoing.end(bytes);
    const response = await promise;
    const milliseconds = () => performance.now() - begun;
    if (response instanceof Error) return { ...noResponse, milliseconds: milliseconds(), failure: response.message };
    const { socket, statusCode = 0 } = response;
    const ordinal = responseCounts.get(socket) ?? 0;
    responseCounts.set(socket, ordinal + 1);
    const connection = `${socket.remotePort}->${socket.localPort}`;
    // A status that arrived counts, even if the connection ends before the body is complete.
    const raw = await readBody(response);
    const answer = { status: statusCode, headers: response.headers, raw };
    return { ...answer, milliseconds: milliseconds(), failure: null, connection, ordinal };
  });
  const close = () => agent.destroy();
  return { ...client, close, [Symbol.dispose]: close };
}

const noResponse = { status: 0, headers: {}, raw: Buffer.alloc(0), connection: '', ordinal: 0 };

function contentOf({ body, token, headers }: CallOptions): {
  bytes?: Buffer;
  headers: Record<string, string | number>;
} {
  const given = { ...(token && { authorization: `Bearer ${token}` }), ...headers };
  if (body === undefined) return { headers: given };
  const isBytes = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = Buffer.from(isBytes ? body : JSON.stringify(body));
  const type = isBytes ? {} : { 'content-type': 'application/json' };
  return { bytes, headers: { ...type, 'content-length': bytes.length, ...given } };
}

/** Returns the body, empty if it was cut off. An event stream does not end, so only its first chunk is read. */
async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      if (response.headers['content-type']?.startsWith('text/event-stream')) break;
    }
    return Buffer.concat(chunks);
  } catch {
    return Buffer.alloc(0);
  }
}
