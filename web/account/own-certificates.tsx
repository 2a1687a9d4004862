import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { certificateFilename, verifyAddress } from '#contract/certificate-names.ts';
import type { OwnCertificate } from '#contract/certificates.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { callForFile } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { saveFile } from './save-file.ts';

/** The certificates of authenticity of an order's pieces, each with a download button. */
export default function OwnCertificates({ order }: { order: OrderDetails }) {
  const nameOf = (certificate: OwnCertificate) =>
    order.items.find(({ listingId }) => listingId === certificate.listingId)?.listing.name ?? '';
  return (
    <ul className="grid gap-2">
      {order.certificates?.map((certificate) => (
        <CertificateLine
          key={certificate.number}
          orderId={order.id}
          certificate={certificate}
          name={nameOf(certificate)}
        />
      ))}
    </ul>
  );
}

interface CertificateLineProps {
  orderId: string;
  certificate: OwnCertificate;
  /** The name of the piece. */
  name: string;
}

function CertificateLine({ orderId, certificate: { number, code }, name }: CertificateLineProps) {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadOwnCertificate', { params: { id: orderId, number } });
    if (!answer.success) return { message: t`Failed to download the certificate` };
    saveFile(answer.file, certificateFilename(number));
    return undefined;
  });
  return (
    <li className="wrap-anywhere">
      {name}, <Link to={verifyAddress(number, code)}>{number}</Link>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <span className="block">
        <Button variant="text" className="min-h-6! p-0!" busy={isBusy} onClick={submit}>
          <Trans>
            Download<span className="visually-hidden"> certificate {number}</span>
          </Trans>
        </Button>
      </span>
    </li>
  );
}
