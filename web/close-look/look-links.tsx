import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { buttonClass } from '../ui/button.tsx';
import { LookIcon } from './look-icon.tsx';
import { surfacePath, wallPath } from './look-paths.ts';
import { lookLinkId, type ViewerState } from './viewer-state.ts';

const state: ViewerState = { fromProduct: true };

/** The links into the viewer, below the picture of a piece. Its scripts are loaded when the pointer or the focus comes to a link. */
export function LookLinks({ listingId, hasWall }: { listingId: string; hasWall: boolean }) {
  return (
    <div className="look-links flex flex-wrap gap-3">
      <Link id={lookLinkId} className={buttonClass('line')} to={surfacePath(listingId)} state={state} prefetch="intent">
        <LookIcon name="look" />
        <Trans>Look closer</Trans>
      </Link>
      {hasWall && (
        <Link className={buttonClass('line')} to={wallPath(listingId)} state={state} prefetch="intent">
          <LookIcon name="wall" />
          <Trans>On your wall</Trans>
        </Link>
      )}
    </div>
  );
}
