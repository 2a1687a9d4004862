import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { failureReport } from './context.ts';
import { PageNonce } from './shell/page-nonce.ts';
import { scriptsAfterPaint } from './shell/scripts-after-paint.ts';

// The server takes them from here, so that there is one React Router for it and for the pages.
export { createRequestHandler, RouterContextProvider } from 'react-router';
export { provide } from './context.ts';
/** The address of the stylesheet of every page. */
export { default as stylesheet } from './styles/app.css?url';

/** Milliseconds until pending loader data counts as failed. */
export const streamTimeout = 10_000;

/**
 * Renders the whole document before sending it, because it goes into the page cache. The scripts rendered by this module
 * have an unguessable nonce, which the server needs to tell them from injected ones
 * (server/platform/http/inline-hashes.ts) and then removes.
 */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  let failed = false;
  const nonce = crypto.randomUUID();
  const html = await new Promise<string>((resolve, reject) => {
    const document = (
      <PageNonce value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </PageNonce>
    );
    const rendering = renderToPipeableStream(document, {
      nonce,
      onAllReady: () => resolve(text(rendering.pipe(new PassThrough()))),
      onShellError: reject,
      onError(failure) {
        failed = true;
        context.get(failureReport)(failure);
      },
      // Render the content of each boundary in place. By default React may send it as a template that a script moves.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
    });
  });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('x-page-nonce', nonce);
  return new Response(import.meta.env.PROD ? scriptsAfterPaint(html) : html, {
    status: failed && status < 500 ? 500 : status,
    headers,
  });
}

export const handleError: HandleErrorFunction = (failure, { request, context }) => {
  if (!request.signal.aborted) context.get(failureReport)(failure);
};
