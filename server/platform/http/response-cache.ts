import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { chooseEncoding, compress, type Encoding, etagOf, matchesEtag } from './encodings.ts';
import type { CountedPage } from './page-visits.ts';
import { protocolFault } from './protocol.ts';

/** A response that is the same for everybody, as a handler rendered it. */
export interface RenderedResponse {
  /** Only 200 is cached. */
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  /** When it expires although the catalog has not changed (epoch milliseconds); null if never. */
  expiresAt: number | null;
  /** The page, if its visits are counted. */
  counted?: CountedPage | null;
}

/** A rendered response in one encoding, ready to send. */
interface EncodedResponse {
  status: number;
  /** All headers: name, value, name, value, … */
  headers: string[];
  /** Those of an answer 304. */
  headersWithoutBody: string[];
  /** Null unless the status is 200. */
  etag: string | null;
  body: Buffer;
  expiresAt: number | null;
  counted: CountedPage | null;
}

export interface ResponseCacheOptions {
  /**
   * Maximum sizes in bytes: keys, headers and bodies. In each part the least recently used responses are dropped. `others` has the
   * responses whose address is one of very many, so that nobody can push the `plain` ones out by asking for all of these.
   */
  capacity: { plain: number; others: number };
  /** Whether a key is one of very many: it has parameters, or an id that need not exist. Runs on every request, so it must be fast. */
  isOneOfMany: (key: string) => boolean;
  /** An integer that changes with every change that public responses show. Read on every request. */
  revision: () => number | Promise<number>;
  /** Epoch milliseconds. */
  clock: () => number;
  /** Headers of every response of the server. */
  headers: Readonly<Record<string, string>>;
  /** Called for each counted page that is sent with its body. Runs on every request, so it must be fast. */
  onPageSent?: (page: CountedPage, headers: IncomingHttpHeaders) => void;
}

/** Bytes up to which a body is sent uncompressed. */
const largestUncompressed = 1_000;

declare module 'fastify' {
  interface FastifyInstance {
    responseCache: ResponseCache;
  }
}

type Render = () => Promise<RenderedResponse>;

/**
 * Caches public responses while the catalog revision is the same (decision 0023).
 *
 * The revision is read before a response is rendered, and the response is cached only if no request has seen a newer one
 * meanwhile. So a request that arrives after a change never gets a response that was rendered before it.
 */
export class ResponseCache {
  readonly #options: ResponseCacheOptions;
  /** Responses of `#revision`, by encoding and key. */
  readonly #plain: LRUCache<string, EncodedResponse>;
  readonly #others: LRUCache<string, EncodedResponse>;
  /** Responses that are being rendered, by revision, encoding and key. */
  readonly #pending = new Map<string, Promise<EncodedResponse>>();
  #revision = Number.NaN;
  #isClosing = false;
  /**
   * Since the start: responses sent from memory before routing (`sent200`, `sent304`), and lookups after routing (`hits`,
   * `misses`).
   */
  readonly counts = { sent200: 0, sent304: 0, hits: 0, misses: 0 };

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    const { plain, others } = options.capacity;
    this.#plain = new LRUCache({ maxSize: plain, sizeCalculation: sizeOf });
    this.#others = new LRUCache({ maxSize: others, sizeCalculation: sizeOf });
  }

  /**
   * Answers a request from memory if its target is the key of a current response; otherwise calls `route`. Signed-in requests
   * are always routed, because their presence is recorded.
   */
  answer(request: IncomingMessage, response: ServerResponse, route: () => void): void {
    if (this.#isClosing || !isPublicGet(request)) return void route();
    const { url = '' } = request;
    const name = nameOf(url, chooseEncoding(request.headers['accept-encoding']));
    const responses = this.#partOf(url);
    const cached = responses.get(name);
    if (!cached || protocolFault(request) !== null) return void route();
    const revision = this.#options.revision();
    if (typeof revision === 'number') return void this.#send(cached, revision, request, response, route);
    // The responses of an older revision are forgotten meanwhile. If the revision cannot be read, the handler fails for the same reason and
    // sends the error.
    revision.then((read) => this.#send(responses.get(name), read, request, response, route), route);
  }

  #send(
    cached: EncodedResponse | undefined,
    revision: number,
    { headers }: IncomingMessage,
    response: ServerResponse,
    route: () => void,
  ): void {
    if (!cached || revision !== this.#revision || this.#isExpired(cached)) return void route();
    if (matchesEtag(headers['if-none-match'], cached.etag)) {
      this.counts.sent304 += 1;
      response.writeHead(304, cached.headersWithoutBody).end();
    } else {
      this.counts.sent200 += 1;
      response.writeHead(200, cached.headers).end(cached.body);
      this.countPage(cached.counted, headers);
    }
  }

  /**
   * Returns the current response for `key` in this encoding, and calls `render` if it is not cached. Requests for the same
   * response share one call. `key` is made of parsed, known parameters only.
   */
  find(key: string, encoding: Encoding | null, render: Render): Promise<EncodedResponse> {
    let isRendered = false;
    const counted: Render = () => {
      isRendered = true;
      return render();
    };
    return this.#find(key, encoding, counted).finally(() => {
      this.counts[isRendered ? 'misses' : 'hits'] += 1;
    });
  }

  /** Reports a page that was sent with its body. */
  countPage(counted: CountedPage | null, headers: IncomingHttpHeaders): void {
    if (counted) this.#options.onPageSent?.(counted, headers);
  }

  /** Bytes of keys, headers and bodies that are cached. */
  get size(): number {
    return this.#plain.calculatedSize + this.#others.calculatedSize;
  }

  /** Routes all requests from now on, so that the router can close their connections. */
  close(): void {
    this.#isClosing = true;
  }

  async #find(key: string, encoding: Encoding | null, render: Render): Promise<EncodedResponse> {
    const revision = await this.#options.revision();
    if (revision !== this.#revision) {
      this.#plain.clear();
      this.#others.clear();
      this.#revision = revision;
    }
    const name = nameOf(key, encoding);
    const cached = this.#partOf(key).get(name);
    if (cached && !this.#isExpired(cached)) return cached;
    const shared = this.#pending.get(`${revision} ${name}`);
    if (shared === undefined)
      return this.#refill(
        revision,
        { key, name },
        encoding ? this.#encode(key, encoding, render) : this.#render(render),
      );
    const response = await shared;
    // It may have expired since: rendering began before this request.
    return this.#isExpired(response) ? this.#find(key, encoding, render) : response;
  }

  async #refill(
    revision: number,
    { key, name }: { key: string; name: string },
    rendering: Promise<EncodedResponse>,
  ): Promise<EncodedResponse> {
    const pendingName = `${revision} ${name}`;
    this.#pending.set(pendingName, rendering);
    try {
      const response = await rendering;
      const isCurrent = revision === this.#revision && !this.#isExpired(response);
      if (response.status === 200 && isCurrent) this.#partOf(key).set(name, response);
      return response;
    } finally {
      if (this.#pending.get(pendingName) === rendering) this.#pending.delete(pendingName);
    }
  }

  #partOf(key: string): LRUCache<string, EncodedResponse> {
    return this.#options.isOneOfMany(key) ? this.#others : this.#plain;
  }

  async #render(render: Render): Promise<EncodedResponse> {
    const { status, headers, body, expiresAt, counted = null } = await render();
    const etag = status === 200 ? etagOf(body) : null;
    const all = {
      ...this.#options.headers,
      ...headers,
      Vary: 'Accept-Encoding',
      // Browsers may store it but revalidate it every time, so nobody sees an outdated page.
      'Cache-Control': status < 500 ? 'no-cache' : 'no-store',
      ...(etag && { ETag: etag }),
      'Content-Length': String(body.length),
    };
    return { status, ...headersOf(Object.entries(all).flat()), etag, body, expiresAt, counted };
  }

  async #encode(key: string, encoding: Encoding, render: Render): Promise<EncodedResponse> {
    const plain = await this.#find(key, null, render);
    if (plain.body.length <= largestUncompressed) return plain;
    const body = await compress(plain.body, encoding);
    // Content-Length is the last header.
    const headers = [...plain.headers.slice(0, -1), String(body.length), 'Content-Encoding', encoding];
    return { ...plain, ...headersOf(headers), body };
  }

  #isExpired({ expiresAt }: EncodedResponse): boolean {
    return expiresAt !== null && expiresAt <= this.#options.clock();
  }
}

/** Sends the response for `key` from the app's cache, rendered if need be, or 304 if the client has it. */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  render: () => Promise<RenderedResponse>,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const { responseCache } = request.server;
  const { status, headers, headersWithoutBody, etag, body, counted } = await responseCache.find(key, encoding, render);
  const isKnown = matchesEtag(request.headers['if-none-match'], etag);
  if (request.method === 'GET' && status === 200 && !isKnown) responseCache.countPage(counted, request.headers);
  const sent = isKnown ? headersWithoutBody : headers;
  for (let index = 0; index < sent.length; index += 2) reply.header(sent[index] ?? '', sent[index + 1]);
  return isKnown ? reply.code(304).send() : reply.code(status).send(body);
}

const nameOf = (key: string, encoding: Encoding | null) => `${encoding ?? ''} ${key}`;

/** The size of a cached response in bytes. Names and headers are ASCII, so each of their characters is one byte. */
function sizeOf({ headers, body }: EncodedResponse, name: string): number {
  return name.length + body.length + headers.reduce((sum, text) => sum + text.length, 0);
}

const headersOf = (headers: string[]) => ({ headers, headersWithoutBody: withoutBody(headers) });

const isPublicGet = ({ method, headers }: IncomingMessage) => method === 'GET' && headers.authorization === undefined;

const bodyHeaders = new Set(['content-encoding', 'content-length', 'content-type']);

function withoutBody(headers: readonly string[]): string[] {
  return headers.filter((_, index) => !bodyHeaders.has((headers[index - (index % 2)] ?? '').toLowerCase()));
}
