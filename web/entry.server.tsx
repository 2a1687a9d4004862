import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, type RouterContextProvider, ServerRouter } from 'react-router';
import { failureReport } from './context.ts';
import { scriptsAfterPaint } from './shell/scripts-after-paint.ts';

export { provide } from './context.ts';
/** The address of the stylesheet. */
export { default as stylesheet } from './styles/app.css?url';

/** Milliseconds until pending loader data counts as failed. */
export const streamTimeout = 10_000;

/** Renders the whole document before sending it, because it goes into the page cache. */
export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  let failed = false;
  const html = await new Promise<string>((resolve, reject) => {
    const rendering = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
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
  return new Response(import.meta.env.PROD ? scriptsAfterPaint(html) : html, {
    status: failed && status < 500 ? 500 : status,
    headers,
  });
}

export const handleError: HandleErrorFunction = (failure, { request, context }) => {
  if (!request.signal.aborted) context.get(failureReport)(failure);
};
