import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, compress, type Encoding, isKnown } from './encodings.ts';
import { dataPolicy, pagePolicy } from './headers.ts';
import { hashInline } from './inline-hashes.ts';
import type { KeptAs } from './kept-answers.ts';
import type { Kept } from './page-cache.ts';
import type { RenderedPage } from './page-renderer.ts';

/** A page ready to be sent to anybody, any number of times. */
export interface Page extends Kept {
  status: number;
  /** Null: it was made for one reader. */
  keptAs: KeptAs | null;
  headers: Record<string, string>;
  etag: string;
  bytes: Buffer;
  /** Compressed once, when the first reader asks for it. */
  encoded: (encoding: Encoding) => Promise<Buffer>;
}

/** Set by loaders: epoch milliseconds at which the first hold shown on the page ends. */
const expiryHeader = 'x-page-expires';

/** Headers of a loader that may leave the server; everything else is ours to set. */
const passedOn = ['content-type', 'location', 'x-remix-response', 'x-remix-redirect', 'x-remix-status'];

/** In production: inline scripts and styles let in by their hash, and only they. */
export function finishPage(
  { status, headers, body }: RenderedPage,
  { pictureHosts, revision }: { pictureHosts: readonly string[]; revision: number },
): Page {
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false;
  const document = isHtml ? hashInline(body.toString('utf8')) : null;
  const policy = document ? pagePolicy(document, pictureHosts) : dataPolicy;
  const bytes = document ? Buffer.from(document.html, 'utf8') : body;
  const expiry = Number(headers.get(expiryHeader) ?? Number.NaN);
  return keepablePage({
    status,
    bytes,
    headers: { ...passedOnHeaders(headers), 'Content-Security-Policy': policy },
    keptAs: { revision, expiresAt: Number.isFinite(expiry) ? expiry : null },
  });
}

interface Content {
  status: number;
  bytes: Buffer;
  headers: Record<string, string>;
  keptAs: KeptAs;
}

/** A page, or any other answer that everybody gets alike; what is no success is not kept. */
export function keepablePage({ status, bytes, headers, keptAs }: Content): Page {
  const compressed = new Map<Encoding, Promise<Buffer>>();
  const keepable = status === 200;
  return {
    status,
    bytes,
    headers: { ...headers, Vary: 'Accept-Encoding' },
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    size: Math.ceil(bytes.length * 1.5) + 2_000,
    expiresAt: keptAs.expiresAt,
    keepable,
    keptAs: keepable ? keptAs : null,
    encoded(encoding) {
      const done = compressed.get(encoding) ?? compress(bytes, encoding);
      compressed.set(encoding, done);
      return done;
    },
  };
}

/** Sends it as the reader can take it, or says that the reader has it already. */
export async function sendPage(request: FastifyRequest, reply: FastifyReply, page: Page): Promise<FastifyReply> {
  reply.code(page.status).headers(page.headers);
  reply.keptAs = page.keptAs;
  // Kept by browsers, but asked for every time: after any change nobody is shown the old state.
  reply.header('Cache-Control', page.status < 500 ? 'no-cache' : 'no-store');
  if (page.status === 200) {
    reply.header('ETag', page.etag);
    if (isKnown(request.headers['if-none-match'], page.etag)) return reply.code(304).send();
  }
  const encoding = page.bytes.length > 1_000 ? chooseEncoding(request.headers['accept-encoding']) : null;
  if (!encoding) return reply.send(page.bytes);
  return reply.header('Content-Encoding', encoding).send(await page.encoded(encoding));
}

export function passedOnHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of passedOn) {
    const value = headers.get(name);
    if (value !== null) kept[name] = value;
  }
  return kept;
}
