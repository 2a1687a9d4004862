import { useState } from 'react';
import { isRouteErrorResponse, Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { StatePage } from './state-page.tsx';

/** What stands in the place of a page that could not be shown: what happened, then the way on. */
export function FailurePage({ failure }: { failure: unknown }) {
  // As it was when the page failed. On the server `onLine` is not there.
  const [isOffline] = useState(() => typeof navigator !== 'undefined' && navigator.onLine === false);
  if (isRouteErrorResponse(failure) && failure.status === 404) return <NotFound />;
  // By name: the class in load-route-module.ts is in the browser's bundle only.
  const isScript = failure instanceof Error && failure.name === 'PageScriptError';
  return (
    <>
      <title>This page could not be shown</title>
      <meta name="robots" content="noindex" />
      <StatePage
        title={isScript || isOffline ? 'This page could not be loaded.' : 'Something went wrong.'}
        action={<WayOn />}
      >
        {explanation(isOffline, isScript)}
      </StatePage>
    </>
  );
}

function explanation(isOffline: boolean, isScript: boolean): string {
  if (isOffline) return 'You seem to be offline. Check the connection and try again.';
  return isScript
    ? 'The connection may have been lost, or a new version of the shop was put in place. Your cart is kept.'
    : 'It is not your doing, and it has been noted. Your cart is kept.';
}

/** Nothing is at this address. */
export function NotFound() {
  return (
    <StatePage
      title="Page not found."
      action={
        <Link className="btn" to="/#collection">
          Browse Collection
        </Link>
      }
    >
      Nothing is at this address. The collection is.
    </StatePage>
  );
}

function WayOn() {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      <Button onClick={() => window.location.reload()}>Load the page again</Button>
      <Link className="btn-text" to="/#collection" reloadDocument>
        Back to Collection
      </Link>
    </div>
  );
}
