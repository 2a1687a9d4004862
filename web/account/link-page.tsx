// What the pages behind the links of emails have in common.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { StatePage } from '../shell/state-page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The token of the link in the address; empty if it is not complete. */
export function useLinkToken(): string {
  const given = tokenIn(useLocation());
  const [token, setToken] = useState(given);
  // Runs when another link is opened in this tab.
  if (given !== '' && given !== token) setToken(given);
  return token;
}

/**
 * The token is in the fragment, which browsers do not send to servers. `?token=` is accepted too. The fragment of the
 * skip link, #main, is not a token.
 */
function tokenIn({ hash, search }: { hash: string; search: string }): string {
  const fragment = hash === '#main' ? '' : hash.slice(1);
  return fragment || (new URLSearchParams(search).get('token') ?? '');
}

export function linkMeta(title: string, shop: string | undefined) {
  return [
    { title: [title, shop].filter(Boolean).join(' | ') },
    { name: 'robots', content: 'noindex' },
    // The URL contains the token.
    { name: 'referrer', content: 'no-referrer' },
  ];
}

interface LinkPageProps {
  title: string;
  className?: string;
  children: ReactNode;
}

export function LinkPage({ title, className = '', children }: LinkPageProps) {
  return (
    <main id="main" className={`page pt-8 pb-[var(--gap-section)] ${className}`}>
      <h1 className="heading-section mb-5">{title}</h1>
      {children}
    </main>
  );
}

/** What the server renders: the token exists only in the browser. */
export function LinkFallback({ title }: { title: string }) {
  return (
    <LinkPage title={title} className="page-loading">
      <div className="grid max-w-[27rem] gap-6" aria-hidden="true">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    </LinkPage>
  );
}

/** `children`: how to get a complete link. */
export function BrokenLink({ children }: { children: ReactNode }) {
  return (
    <StatePage
      title={t`This link is not complete.`}
      action={
        <Link className="button" to="/">
          <Trans>Back to Home</Trans>
        </Link>
      }
    >
      {children}
    </StatePage>
  );
}
