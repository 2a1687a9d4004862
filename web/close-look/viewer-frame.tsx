import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type MouseEvent, type ReactNode, useEffect } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { makersAndYear } from '../catalog/listing-summary.ts';
import { LookIcon } from './look-icon.tsx';
import { surfacePath, wallPath } from './look-paths.ts';
import { closeTarget, isFromProduct } from './viewer-state.ts';
import { sizeWords } from './wall/scene.ts';

interface ViewerFrameProps {
  listing: Pick<Listing, 'id' | 'name' | 'artist' | 'artists' | 'year' | 'widthCm' | 'heightCm'>;
  /** Whether the piece can be shown on a wall, because its true size is known. */
  hasWall: boolean;
  view: 'surface' | 'wall';
  /** A stage (`.viewer-stage`) and a column of controls (`.viewer-side`). */
  children: ReactNode;
}

/**
 * The frame of both pages of the viewer, in dark colours in either theme. The page links its stylesheet
 * (viewer-frame.css), which also hides the header and footer of the shop. Escape closes the viewer
 * (docs/behaviour/close-look.md, 4).
 */
export function ViewerFrame({ listing, hasWall, view, children }: ViewerFrameProps) {
  const { state } = useLocation();
  const close = useClose();
  const { name, widthCm: width, heightCm: height } = listing;
  const size = width === null || height === null ? '' : sizeWords({ width, height });
  const facts = [makersAndYear(listing), size].filter(Boolean).join(', ');
  return (
    <div className="viewer lacquer">
      <header className="viewer-top">
        <h1>
          <span className="name">{name}</span>
          {facts && <span className="viewer-facts">{facts}</span>}
        </h1>
        {hasWall && (
          <nav className="viewer-views" aria-label={t`View`}>
            <Link to={surfacePath(listing.id)} state={state} replace {...currentIf(view === 'surface')}>
              <Trans>Surface</Trans>
            </Link>
            <Link to={wallPath(listing.id)} state={state} replace {...currentIf(view === 'wall')}>
              <Trans>On your wall</Trans>
            </Link>
          </nav>
        )}
        <Link
          className="icon-button"
          aria-label={t`Close, back to ${name}`}
          {...closeTarget(listing.id)}
          onClick={close}
          data-close
        >
          <LookIcon name="close" />
        </Link>
      </header>
      <main id="main" className="viewer-main">
        {children}
      </main>
    </div>
  );
}

/** Fields in which people press Escape for something else: to close a list, or to undo what they type. */
const fieldsUsingEscape = 'select, textarea, input:not([type="radio"], [type="checkbox"], [type="range"])';

/**
 * Returns the click handler of the close link, and lets Escape click that link. If the previous page is that of the piece, the handler
 * steps back, so that the history does not grow and the page keeps its scroll position.
 */
function useClose(): (event: MouseEvent) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  useEffect(() => {
    const closeByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog:modal')) return;
      if (event.target instanceof Element && event.target.matches(fieldsUsingEscape)) return;
      document.querySelector<HTMLElement>('.viewer-top [data-close]')?.click();
    };
    window.addEventListener('keydown', closeByKey);
    return () => window.removeEventListener('keydown', closeByKey);
  }, []);
  return (event) => {
    const isPlainClick = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlainClick || !isFromProduct(state)) return;
    event.preventDefault();
    void navigate(-1);
  };
}

const currentIf = (isCurrent: boolean) => (isCurrent ? { 'aria-current': 'page' as const } : {});
