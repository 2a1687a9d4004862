import { dataPolicy, pagePolicy } from './headers.ts';
import { hashInline } from './inline-hashes.ts';
import type { RenderedPage } from './page-renderer.ts';
import type { RenderedResponse } from './response-cache.ts';

/** Set by loaders: epoch milliseconds at which the first hold shown on the page ends. */
const expiryHeader = 'x-page-expires';

/** Set by web/entry.server.tsx: the nonce of the scripts that it rendered. */
const nonceHeader = 'x-page-nonce';

/** Headers of React Router's response that are sent. All others are set by the server. */
const sentHeaders = ['content-type', 'location', 'x-remix-response', 'x-remix-redirect', 'x-remix-status'];

/** Seconds after which an unavailable page can be tried again. */
export const retryAfterSeconds = '2';

/** Returns a production page as a response, with a policy that allows exactly the inline scripts and styles of our code. */
export function pageResponse(
  { status, headers, body }: RenderedPage,
  options: NonNullable<Parameters<typeof pagePolicy>[1]>,
): RenderedResponse {
  const isHtml = headers.get('content-type')?.startsWith('text/html') ?? false;
  const document = isHtml ? hashInline(body.toString('utf8'), headers.get(nonceHeader)) : null;
  const expiresAt = Number(headers.get(expiryHeader) ?? Number.NaN);
  return {
    status,
    headers: {
      ...selectHeaders(headers),
      'Content-Security-Policy': document ? pagePolicy(document, options) : dataPolicy,
      ...(status === 503 && { 'Retry-After': retryAfterSeconds }),
    },
    body: document ? Buffer.from(document.html, 'utf8') : body,
    expiresAt: Number.isFinite(expiresAt) ? expiresAt : null,
  };
}

/** Returns those headers of React Router's response that are sent to the client. */
export function selectHeaders(headers: Headers): Record<string, string> {
  const selected: Record<string, string> = {};
  for (const name of sentHeaders) {
    const value = headers.get(name);
    if (value !== null) selected[name] = value;
  }
  return selected;
}
