import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import type { Certificate } from '#contract/certificates.ts';
import { call } from '../../../api.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Button } from '../../../ui/button.tsx';
import { certificatesAddress } from './certificates-address.ts';
import { DownloadCertificate } from './download-certificate.tsx';

interface CertificateOfListingProps {
  listing: Listing;
  onIssue: (listing: Listing) => void;
}

/** The certificate of a piece of which there is one, or a button that issues it. Nothing for an edition. */
export function CertificateOfListing({ listing, onIssue }: CertificateOfListingProps) {
  const { day } = useTimes();
  const found = useCertificate(listing.id);
  if (!listing.unique || found === undefined) return null;
  return (
    <section className="flex flex-wrap items-center gap-x-4 gap-y-2" aria-label="Certificate of authenticity">
      {found ? (
        <>
          <p>
            Certificate <Link to={certificatesAddress}>{found.number}</Link>, issued {day(found.issuedAt)}
          </p>
          <DownloadCertificate number={found.number} />
        </>
      ) : (
        <>
          <p className="muted">
            This piece has no certificate of authenticity. Save your changes before you issue one.
          </p>
          <Button variant="line" onClick={() => onIssue(listing)}>
            Issue certificate
          </Button>
        </>
      )}
    </section>
  );
}

/** The valid certificate of a listing; null if it has none, undefined until that is known. */
function useCertificate(listingId: string): Certificate | null | undefined {
  const [found, setFound] = useState<Certificate | null>();
  useEffect(() => {
    const closing = new AbortController();
    const query = { listingId, page: 1, pageSize: 1 };
    void call('listCertificates', { query, quiet: true, signal: closing.signal }).then((answer) => {
      if (closing.signal.aborted || !answer.success) return;
      const [latest] = answer.certificates;
      setFound(latest && latest.revokedAt === null ? latest : null);
    });
    return () => closing.abort();
  }, [listingId]);
  return found;
}
