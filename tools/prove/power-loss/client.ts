import { Agent, request } from 'node:http';
import type { Socket } from 'node:net';

/** Which answer it was: the how manyeth (from 0) of its connection. The trace tells when it went out. */
export interface AnswerMark {
  /** `<port of the shop>-><port of the client>` */
  connection: string;
  ordinal: number;
}

export interface Asked {
  token?: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form, in the field of that name. */
  picture?: { field: string; bytes: Buffer };
}

export interface Client {
  /** Answers what the shop said, which it must have done with a 2xx. */
  ask(method: string, path: string, asked?: Asked): Promise<{ said: unknown; mark: AnswerMark }>;
  close(): void;
}

/** Asks one thing after another, over a connection of its own. */
export function createClient(address: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const answered = new WeakMap<Socket, number>();
  return {
    async ask(method, path, asked = {}) {
      const { promise, resolve, reject } = Promise.withResolvers<{ said: unknown; mark: AnswerMark }>();
      const { type, bytes } = contentOf(asked);
      const headers = {
        ...(bytes && { 'content-type': type, 'content-length': bytes.length }),
        ...(asked.token && { authorization: `Bearer ${asked.token}` }),
      };
      const call = request(`${address}/api${path}`, { method, agent, headers }, (response) => {
        const { socket, statusCode = 0 } = response;
        const ordinal = answered.get(socket) ?? 0;
        answered.set(socket, ordinal + 1);
        const mark = { connection: `${socket.remotePort}->${socket.localPort}`, ordinal };
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('error', reject).on('end', () => {
          if (statusCode >= 200 && statusCode < 300) resolve({ said: JSON.parse(text), mark });
          else reject(new Error(`${method} ${path} was answered with ${statusCode}: ${text}`));
        });
      });
      call.on('error', reject).end(bytes);
      return promise;
    },
    close: () => agent.destroy(),
  };
}

const boundary = 'between-two-parts';

function contentOf({ body, picture }: Asked): { type: string; bytes: Buffer | undefined } {
  if (!picture)
    return { type: 'application/json', bytes: body === undefined ? undefined : Buffer.from(JSON.stringify(body)) };
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${picture.field}"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: Buffer.concat([Buffer.from(head), picture.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  };
}
