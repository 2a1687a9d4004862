import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
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
  /** Whether the dialog that issues the certificate is open. When it closes, the certificate is read again. */
  isAsked: boolean;
  /** Whether the form of the product has unsaved changes. */
  isDirty: boolean;
  onIssue: (listing: Listing) => void;
}

/** The certificate of a one-of-a-kind piece, or a button that issues it. An edition shows nothing. */
export function CertificateOfListing({ listing, isAsked, isDirty, onIssue }: CertificateOfListingProps) {
  const { day } = useTimes();
  const found = useCertificate(listing.id, isAsked);
  const section = useRef<HTMLElement>(null);
  const hadNone = useRef(false);
  useEffect(() => {
    // The button that had the focus was removed when the certificate was issued.
    if (found && hadNone.current) section.current?.focus();
    hadNone.current = found === null;
  }, [found]);
  if (!listing.unique || found === undefined) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 outline-none"
      aria-label={t`Certificate of authenticity`}
    >
      {found ? (
        <FoundCertificate number={found.number} day={day(found.issuedAt)} />
      ) : (
        <>
          <p className="muted">
            {isDirty
              ? t`This piece has no certificate of authenticity. Save your changes before you issue one.`
              : t`This piece has no certificate of authenticity.`}
          </p>
          <Button variant="line" disabled={isDirty} onClick={() => onIssue(listing)}>
            {t`Issue certificate`}
          </Button>
        </>
      )}
    </section>
  );
}

function FoundCertificate({ number, day }: { number: string; day: string }) {
  return (
    <>
      <p>
        <Trans>
          Certificate <Link to={certificatesAddress}>{number}</Link>, issued {day}
        </Trans>
      </p>
      <DownloadCertificate number={number} />
    </>
  );
}

/** The valid certificate of a listing; null if it has none, undefined until that is known. It is not read while `isAsked`. */
function useCertificate(listingId: string, isAsked: boolean): Certificate | null | undefined {
  const [found, setFound] = useState<Certificate | null>();
  useEffect(() => {
    if (isAsked) return;
    const closing = new AbortController();
    const query = { listingId, page: 1, pageSize: 1 };
    void call('listCertificates', { query, quiet: true, signal: closing.signal }).then((answer) => {
      if (closing.signal.aborted || !answer.success) return;
      const [latest] = answer.certificates;
      setFound(latest && latest.revokedAt === null ? latest : null);
    });
    return () => closing.abort();
  }, [listingId, isAsked]);
  return found;
}
