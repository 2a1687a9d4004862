import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { closeLookAddress } from './close-look-address.ts';

/** The section in the form of a product that leads to the page about what its viewer shows. */
export function CloseLookOfListing({ listingId }: { listingId: string }) {
  return (
    <section className="grid gap-2" aria-labelledby="close-look">
      <h3 id="close-look" className="heading-block">
        {t`Look closer`}
      </h3>
      <p className="muted">
        {t`The outer edge of the piece in its picture, details with words, a scan and photographs under moving light.`}{' '}
        <Link to={closeLookAddress(listingId)}>{t`Look closer`}</Link>
      </p>
    </section>
  );
}
