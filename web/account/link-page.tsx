// Shared parts of the pages that open from links in emails.
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { StatePage } from '../shell/state-page.tsx';
import { Skeleton } from '../ui/skeleton.tsx';

/** The token in the page's address; empty if the link is not complete. It is kept if the address loses it, for example to #main. */
export function useLinkToken(): string {
  const given = tokenIn(useLocation());
  const [token, setToken] = useState(given);
  // Runs when another link is opened in this tab.
  if (given !== '' && given !== token) setToken(given);
  return token;
}

/**
 * The token of an address, or an empty text. It is in the fragment, which browsers do not send to servers; `?token=` is accepted
 * too. #main, the fragment of the skip link, is not a token.
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

/** The page that the server renders. It has no form yet, because only the browser knows the token. */
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

/** The page for a link without a token. `children` says how to get a complete link. */
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
