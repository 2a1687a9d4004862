import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { verifyAddress } from '#contract/certificate-names.ts';
import type { Certificate } from '#contract/certificates.ts';
import { call } from '../../../api.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useHasRole } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { ListFailure } from '../../table/list-failure.tsx';
import { loadPage } from '../../table/load-table.ts';
import { Pages } from '../../table/pages.tsx';
import type { Route } from './+types/certificates-page.ts';
import { CertificateDialog, type CertificateStep } from './certificate-dialog.tsx';
import { DownloadCertificate } from './download-certificate.tsx';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPage(request, (query) => call('listCertificates', { query }));
}

/** The certificates of authenticity, newest first (docs/behaviour/certificates.md). */
export default function CertificatesPage({ loaderData: { answer, page } }: Route.ComponentProps) {
  const [step, setStep] = useState<CertificateStep | null>(null);
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/products" title={t`Products`} />
        <h1>{t`Certificates`}</h1>
      </div>
      <p className="muted">{t`Edit a product to issue its certificate.`}</p>
      {!answer.success && <ListFailure message={answer.message} />}
      {answer.success && (
        <>
          <div className="panel">
            {answer.certificates.length === 0 ? (
              <p className="state muted">{t`No certificate was issued.`}</p>
            ) : (
              <CertificatesTable certificates={answer.certificates} onStep={setStep} />
            )}
          </div>
          <Pages label={t`Pages of certificates`} page={page} total={answer.total} />
        </>
      )}
      <CertificateDialog step={step} onClose={() => setStep(null)} />
    </>
  );
}

interface CertificatesTableProps {
  certificates: readonly Certificate[];
  onStep: (step: CertificateStep) => void;
}

function CertificatesTable({ certificates, onStep }: CertificatesTableProps) {
  const { day } = useTimes();
  const mayChange = useHasRole('staff');
  const columns: Column<Certificate, never>[] = [
    {
      title: t`Piece`,
      cellClass: 'strong cell-main wrap-anywhere',
      cell: ({ name, artist }) => (
        <>
          {name}
          <span className="subtle block">{artist}</span>
        </>
      ),
    },
    {
      title: t`Number`,
      cellClass: 'numeric cell-second',
      cell: ({ number, code }) => (
        <Link id={`certificate-${number}`} to={verifyAddress(number, code)}>
          {number}
        </Link>
      ),
    },
    { title: t`Given to`, cellClass: 'cell-full wrap-anywhere', cell: ({ givenTo }) => givenTo || '–' },
    {
      title: t({ message: 'Issued', context: 'a certificate' }),
      cellClass: 'numeric cell-full',
      cell: ({ issuedAt }) => <time dateTime={issuedAt}>{day(issuedAt)}</time>,
    },
    { title: t`State`, cellClass: 'cell-full wrap-anywhere', cell: (certificate) => <State of={certificate} /> },
    {
      title: t`Actions`,
      right: true,
      cellClass: 'cell-full',
      cell: (certificate) => (
        <div className="row-actions">
          <DownloadCertificate number={certificate.number} />
          {mayChange && certificate.revokedAt === null && <ChangeButtons certificate={certificate} onStep={onStep} />}
        </div>
      ),
    },
  ];
  return (
    <DataTable
      label={t`Certificates of authenticity`}
      form="table-plain"
      columns={columns}
      rows={certificates}
      idOf={({ number }) => number}
    />
  );
}

function State({ of: { revokedAt, reason, replacedBy } }: { of: Certificate }) {
  if (revokedAt === null) return <Badge tone="gold">{t`Valid`}</Badge>;
  return (
    <>
      <Badge>{replacedBy === null ? t`Revoked` : t`Replaced by ${replacedBy}`}</Badge>
      <span className="subtle block">{reason}</span>
    </>
  );
}

function ChangeButtons({
  certificate,
  onStep,
}: {
  certificate: Certificate;
  onStep: CertificatesTableProps['onStep'];
}) {
  const described = { 'aria-describedby': `certificate-${certificate.number}` };
  return (
    <>
      <Button variant="line" {...described} onClick={() => onStep({ kind: 'replace', certificate })}>
        {t`Replace`}
      </Button>
      <Button
        variant="danger"
        className="border-transparent!"
        {...described}
        onClick={() => onStep({ kind: 'revoke', certificate })}
      >
        {t`Revoke`}
      </Button>
    </>
  );
}
