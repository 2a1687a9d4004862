import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { z } from 'zod';

/** One call of the shop's API, `path` below /api. */
export interface Request {
  /** Of the process that gets the request. */
  address: string;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  token: string;
  body?: object;
  idempotencyKey?: string;
}

/** What the races read of any answer. */
const reply = z.object({
  message: z.string().default(''),
  orderId: z.string().optional(),
  orderDate: z.string().optional(),
  holdExpiresAt: z.string().nullish(),
  order: z.object({ id: z.string(), status: z.string(), payments: z.array(z.unknown()).optional() }).optional(),
  product: z.object({ id: z.string(), name: z.string() }).optional(),
  cartItems: z.array(z.object({ listingId: z.string() })).optional(),
});

export interface Answer {
  /** 0 where the socket ended without an answer. */
  status: number;
  /** As it came. */
  text: string;
  reply: z.infer<typeof reply>;
}

export interface Released {
  /** In the order of the requests. */
  answers: Answer[];
  /** Milliseconds from the first released byte to the last. */
  within: number;
}

/** A server's queue of new sockets is finite, 511 with Node. */
const connectingAtOnce = 200;
/** Longest a released request is waited for, milliseconds. */
const patience = 120_000;

/**
 * Connects a socket for each request and writes all of it but the last byte; when every server has read that far, the last
 * bytes go out together, no earlier than `notBefore` (epoch milliseconds).
 */
export async function releaseAtOnce(requests: readonly Request[], notBefore = 0): Promise<Released> {
  const runners: Runner[] = [];
  for (let start = 0; start < requests.length; start += connectingAtOnce)
    runners.push(...(await Promise.all(requests.slice(start, start + connectingAtOnce).map(standReady))));
  if (requests.length > 1) await untilAllAreRead(requests);
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, notBefore - Date.now())));

  const begun = performance.now();
  for (const { socket, lastByte } of runners) socket.write(lastByte);
  const within = performance.now() - begun;
  return { answers: await Promise.all(runners.map(({ answer }) => answer)), within };
}

interface Runner {
  socket: Socket;
  lastByte: Buffer;
  answer: Promise<Answer>;
}

async function standReady(request: Request): Promise<Runner> {
  const { hostname, port } = new URL(request.address);
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const bytes = bytesOf(request);
  socket.write(bytes.subarray(0, -1));
  return { socket, lastByte: bytes.subarray(-1), answer: answerOn(socket) };
}

function bytesOf({ address, method, path, token, body, idempotencyKey }: Request): Buffer {
  const text = body === undefined ? '' : JSON.stringify(body);
  const head = [
    `${method} /api${path} HTTP/1.1`,
    `Host: ${new URL(address).host}`,
    `Authorization: Bearer ${token}`,
    'Connection: close',
    ...(idempotencyKey === undefined ? [] : [`Idempotency-Key: ${idempotencyKey}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${text}`);
}

/** The server ends the socket after its answer. */
function answerOn(socket: Socket): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  let received = '';
  let failure = '';
  socket.setEncoding('utf8').setTimeout(patience, () => socket.destroy(new Error('no answer in time')));
  socket.on('data', (text: string) => {
    received += text;
  });
  socket.once('error', ({ message }) => {
    failure = message;
  });
  socket.once('close', () => resolve(parse(received, failure)));
  return promise;
}

function parse(received: string, failure: string): Answer {
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? 0);
  const text = received.slice(received.indexOf('\r\n\r\n') + 4);
  if (status === 0) return { status, text, reply: { message: failure || 'the socket ended without an answer' } };
  return { status, text, reply: reply.parse(JSON.parse(text)) };
}

/** A server reads its sockets in turn, so one that answers a later request has read what was sent before. */
async function untilAllAreRead(requests: readonly Request[]): Promise<void> {
  const addresses = new Set(requests.map(({ address }) => address));
  await Promise.all([...addresses].map((address) => fetch(`${address}/api/health`).then((answer) => answer.text())));
}
