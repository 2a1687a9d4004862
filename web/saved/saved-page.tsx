import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useRevalidator } from 'react-router';
import { openSignIn } from '../account/sign-in-dialog.tsx';
import stylesheet from '../alerts/alerts.css?url';
import { OwnAlerts } from '../alerts/own-alerts.tsx';
import { pageOf } from '../artists/page-number.ts';
import { Pages } from '../artists/works.tsx';
import { ListingCard } from '../catalog/listing-card.tsx';
import type { ListingSummary } from '../catalog/listing-summary.ts';
import { useLiveStream } from '../catalog/live-stream.ts';
import { useSession } from '../session.ts';
import { useShop } from '../shell/shop.ts';
import { Button } from '../ui/button.tsx';
import { Note } from '../ui/note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { WaitedFor } from '../waiting-list/waited-for.tsx';
import type { Route } from './+types/saved-page.ts';
import { loadSaved } from './load-saved.ts';
import { useToggle } from './save-button.tsx';
import { useSavedIds } from './saved-listings.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export function meta({ matches }: Route.MetaArgs) {
  const shop = matches[0].loaderData?.shop.name;
  return [{ title: shop ? `${t`Saved`} | ${shop}` : t`Saved` }, { name: 'robots', content: 'noindex' }];
}

/** Only the browser knows what is saved, so the page is rendered there. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadSaved(pageOf(request));
}
clientLoader.hydrate = true as const;

export function HydrateFallback() {
  return (
    <Frame className="page-loading">
      <Skeleton className="mt-9 h-72" />
    </Frame>
  );
}

/** Everything that the visitor saved (docs/behaviour/saved.md). */
export default function SavedPage({ loaderData }: Route.ComponentProps) {
  const { listings, page, pages, isGuest, failure } = loaderData;
  useLiveStream();
  useReloadAtSignIn(isGuest);
  const { emails, waitingHours } = useShop();
  const isPairs = listings.length === 2 || listings.length === 4;
  return (
    <Frame>
      {failure !== null && <NotLoaded failure={failure} />}
      {failure === null && listings.length === 0 && <NothingSaved isGuest={isGuest} />}
      {listings.length > 0 && (
        <>
          <h2 className="visually-hidden">
            <Trans>Saved pieces</Trans>
          </h2>
          <ul className={isPairs ? 'wall wall-2 mt-9' : 'wall mt-9'}>
            {listings.map((listing, index) => (
              <ListingCard key={listing.id} listing={listing} position={isPairs ? 3 : index}>
                <SavedToggle listing={listing} />
              </ListingCard>
            ))}
          </ul>
          {isGuest && (
            <p className="muted mt-9">
              <KeptHere />
            </p>
          )}
        </>
      )}
      <div className="mt-9 empty:hidden">
        <Pages page={page} pages={pages} label={t`Pages of saved pieces`} />
      </div>
      {waitingHours !== undefined && !isGuest && <WaitedFor />}
      {(emails.alerts || emails.newsletter) && !isGuest && <OwnAlerts />}
    </Frame>
  );
}

function Frame({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <main id="main" className={`page pt-8 pb-[var(--gap-section)] ${className}`}>
      <h1 className="heading-section">
        <Trans>Saved</Trans>
      </h1>
      {children}
    </main>
  );
}

/** A card stays on the page after its piece was removed, so that it can be saved again. */
function SavedToggle({ listing: { id, name } }: { listing: ListingSummary }) {
  const isSaved = useSavedIds().includes(id);
  const { failure, toggle } = useToggle(id, isSaved);
  return (
    <>
      <button
        type="button"
        className="button-text"
        aria-pressed={isSaved}
        aria-label={isSaved ? t`Saved: ${name}` : t`Save: ${name}`}
        onClick={toggle}
      >
        {isSaved ? t`Saved` : t`Save`}
      </button>
      {failure && (
        <p role="alert" className="w-full text-crimson">
          {failure}
        </p>
      )}
    </>
  );
}

function NothingSaved({ isGuest }: { isGuest: boolean }) {
  return (
    <div className="state">
      <p className="heading-dialog">
        <Trans>Nothing saved yet</Trans>
      </p>
      <p className="muted">
        <Trans>Pieces you save appear here.</Trans>
        {isGuest && (
          <>
            {' '}
            <KeptHere />
          </>
        )}
      </p>
      <Link className="button" to="/#collection">
        <Trans>Browse Collection</Trans>
      </Link>
    </div>
  );
}

function KeptHere() {
  return (
    <Trans>
      They are kept on this device;{' '}
      <button type="button" className="button-text" onClick={() => openSignIn()}>
        sign in
      </button>{' '}
      to have them everywhere.
    </Trans>
  );
}

function NotLoaded({ failure }: { failure: string }) {
  const { state, revalidate } = useRevalidator();
  return (
    <Note tone="failed">
      <span className="flex flex-wrap items-center gap-x-4">
        {failure}
        <Button variant="text" busy={state === 'loading'} onClick={() => void revalidate()}>
          <Trans>Try Again</Trans>
        </Button>
      </span>
    </Note>
  );
}

/** Loads the account's list when a guest signs in on this page. */
function useReloadAtSignIn(wasGuest: boolean): void {
  const isGuest = useSession() === null;
  const ids = useSavedIds();
  const { revalidate } = useRevalidator();
  const shown = useRef(ids);
  useEffect(() => {
    // The list in the browser is replaced when the merge is done.
    if (wasGuest && !isGuest && shown.current !== ids) void revalidate();
    shown.current = ids;
  }, [wasGuest, isGuest, ids, revalidate]);
}
