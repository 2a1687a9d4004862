import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** What one asks for; an object becomes JSON, bytes go as they are. */
export interface Wish {
  method?: string;
  token?: string;
  headers?: Readonly<Record<string, string>>;
  body?: object | string | Buffer;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The JSON, or an empty object. */
  json: Readonly<Record<string, unknown>>;
  /** From the asking to the last byte. */
  milliseconds: number;
}

/** Somebody with connections of their own. */
export interface Visitor {
  /** Throws when the connection breaks before an answer. */
  ask(path: string, wish?: Wish): Promise<Answer>;
  leave(): void;
}

/** `from`: an address of this machine, such as 127.0.0.2, for those who are to be counted apart. */
export function createVisitor(address: string, { from }: { from?: string } = {}): Visitor {
  const agent = new Agent({ keepAlive: true, maxSockets: 2_000 });
  return {
    ask: (path, wish = {}) => ask(agent, new URL(path, address), wish, from),
    leave: () => agent.destroy(),
  };
}

function ask(agent: Agent, url: URL, { method, token, headers, body }: Wish, from: string | undefined) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body);
  const content = isJson ? JSON.stringify(body) : body;
  const begun = performance.now();
  const asked = request(
    url,
    {
      agent,
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      ...(from !== undefined && { localAddress: from }),
      headers: {
        ...(content !== undefined && { 'content-length': Buffer.byteLength(content) }),
        ...(isJson && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
    },
    (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const milliseconds = performance.now() - begun;
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text,
          json: jsonOf(response.headers, text),
          milliseconds,
        });
      });
    },
  );
  asked.once('error', reject);
  asked.end(content);
  return promise;
}

function jsonOf(headers: IncomingHttpHeaders, text: string): Record<string, unknown> {
  if (!headers['content-type']?.startsWith('application/json')) return {};
  // The shop's JSON is always an object (CONTRACT.md, Ground rules); another one would show in what is asked of it.
  return JSON.parse(text) as Record<string, unknown>;
}

export function signIn(visitor: Visitor, email: string, password: string, headers: Record<string, string> = {}) {
  return visitor.ask('/api/auth', { headers, body: { mode: 'signin', email, password } });
}

/** Why this is no failure as the contract has them; null where it is one. */
export function faultOf({ status, headers, json, text }: Answer, wanted: readonly number[]): string | null {
  if (!wanted.includes(status)) return `answered ${status} instead of ${wanted.join(' or ')}: ${text.slice(0, 200)}`;
  if (json.success !== false || typeof json.message !== 'string') return `${status} without the contract's JSON`;
  if ((status === 429 || status === 503) && !headers['retry-after']) return `${status} without Retry-After`;
  return null;
}

/** Milliseconds that this share of the answers was not slower than. */
export function percentile(milliseconds: readonly number[], share: number): number {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** A multipart body of files, as a browser sends it. */
export function filesBody(field: string, files: readonly { name: string; bytes: Buffer }[]) {
  const border = 'border-of-the-parts';
  const parts = files.flatMap(({ name, bytes }) => [
    `--${border}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
    bytes,
    '\r\n',
  ]);
  const body = Buffer.concat([...parts, `--${border}--\r\n`].map((part) => Buffer.from(part)));
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${border}` } };
}
