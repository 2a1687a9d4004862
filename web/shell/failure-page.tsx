import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { isRouteErrorResponse, Link } from 'react-router';
import { Button } from '../ui/button.tsx';
import { isOffline, loadFailureReason } from './load-failure-reason.ts';
import { StatePage } from './state-page.tsx';

/** Shown instead of a page that failed: what happened and what to do next. */
export function FailurePage({ failure }: { failure: unknown }) {
  // Computed once: the connection may change later.
  const [{ title, explanation }] = useState(() => describe(failure));
  if (isRouteErrorResponse(failure) && failure.status === 404)
    return (
      <>
        <title>{t`Page not found`}</title>
        <meta name="robots" content="noindex" />
        <NotFound />
      </>
    );
  return (
    <>
      <title>{t`This page could not be shown`}</title>
      <meta name="robots" content="noindex" />
      <StatePage title={title} action={<NextSteps />}>
        {explanation}
      </StatePage>
    </>
  );
}

function describe(failure: unknown): { title: string; explanation: string } {
  const notLoaded = t`This page could not be loaded.`;
  const wrong = t`Something went wrong.`;
  const reason = loadFailureReason();
  if (isOffline()) return { title: notLoaded, explanation: reason };
  if (isMissingScript(failure)) return { title: notLoaded, explanation: t`${reason} Your cart is kept.` };
  if (isUnreachable(failure))
    return {
      title: notLoaded,
      explanation: t`The shop could not be reached. Try again in a moment. Your cart is kept.`,
    };
  if (isReported(failure))
    return { title: wrong, explanation: t`It is not your doing, and it has been noted. Your cart is kept.` };
  return { title: wrong, explanation: t`It is not your doing. Your cart is kept.` };
}

/** Whether a page's script could not be loaded. Compared by name: the class in load-route-module.ts is only in the browser's bundle. */
function isMissingScript(failure: unknown): boolean {
  return failure instanceof Error && failure.name === 'PageScriptError';
}

/** Whether the server did not answer: `fetch` threw a TypeError, whose message depends on the browser, or a proxy answered instead. */
function isUnreachable(failure: unknown): boolean {
  if (isRouteErrorResponse(failure)) return [502, 503, 504].includes(failure.status);
  return failure instanceof TypeError && /fetch|network|load failed/i.test(failure.message);
}

/** Whether the server logged the error; React Router then replaces its message. Errors in a browser are not reported. */
function isReported(failure: unknown): boolean {
  return failure instanceof Error && failure.message === 'Unexpected Server Error';
}

/** The page for an unknown address. */
export function NotFound() {
  return (
    <StatePage
      title={t`Page not found.`}
      action={
        <Link className="button" to="/#collection">
          <Trans>Browse Collection</Trans>
        </Link>
      }
    >
      <Trans>Nothing is at this address. The collection is.</Trans>
    </StatePage>
  );
}

function NextSteps() {
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      <Button onClick={() => window.location.reload()}>
        <Trans>Load the page again</Trans>
      </Button>
      <Link className="button-text" to="/#collection" reloadDocument>
        <Trans>Back to Collection</Trans>
      </Link>
    </div>
  );
}
