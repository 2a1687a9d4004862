import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { StatePage } from '../shell/state-page.tsx';

/** The page for a piece that is unknown or hidden, and for a viewer of a piece that has nothing to look at more closely. */
export function ListingNotFound() {
  return (
    <StatePage
      title={t`Product not found.`}
      action={
        <Link className="button" to="/#collection" state={{ scrollToCollection: true }}>
          <Trans>Back to Collection</Trans>
        </Link>
      }
    />
  );
}
