import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Certificate } from '#contract/certificates.ts';
import { limits } from '#contract/limits.ts';
import { call } from '../../../api.ts';
import { TextField } from '../../../ui/field.tsx';
import { ActionDialog } from '../../action-dialog.tsx';

/** What an admin does with the certificate of a piece. */
export type CertificateStep =
  | { kind: 'issue'; listing: { id: string; name: string } }
  | { kind: 'replace' | 'revoke'; certificate: Certificate };

interface CertificateDialogProps {
  /** Null while the dialog is closed. */
  step: CertificateStep | null;
  onClose: () => void;
}

const titles = {
  issue: t`Issue a certificate`,
  replace: t`Replace the certificate`,
  revoke: t`Revoke the certificate`,
};
const labels = { issue: t({ message: 'Issue', context: 'a certificate' }), replace: t`Replace`, revoke: t`Revoke` };
const successes = { issue: t`Certificate issued`, replace: t`Certificate replaced`, revoke: t`Certificate revoked` };
const blank = { givenTo: '', signed: '', reason: '' };

/** Issues, replaces or revokes a certificate (docs/behaviour/certificates.md, 1 to 5). */
export function CertificateDialog({ step, onClose }: CertificateDialogProps) {
  const [typed, setTyped] = useState(blank);
  const close = () => {
    setTyped(blank);
    onClose();
  };
  return (
    <ActionDialog
      row={step}
      title={({ kind }) => titles[kind]}
      confirmLabel={({ kind }) => labels[kind]}
      question={questionOf}
      details={({ kind }) => <Fields kind={kind} typed={typed} onChange={setTyped} />}
      action={(chosen) => act(chosen, typed)}
      done={({ kind }) => successes[kind]}
      failed={t`The certificate could not be changed`}
      harmless={step?.kind === 'issue'}
      onClose={close}
    />
  );
}

function questionOf(step: CertificateStep): string {
  if (step.kind === 'issue') {
    const { name } = step.listing;
    return t`It says what the shop says about “${name}” now, and is signed: it cannot be changed afterwards, only replaced.`;
  }
  const { number, name } = step.certificate;
  if (step.kind === 'replace')
    return t`${number} of “${name}” is revoked, and another one says what the shop says about the piece now.`;
  return t`Whoever checks ${number} of “${name}” reads that it was withdrawn. This cannot be undone.`;
}

function act(step: CertificateStep, { reason, ...typed }: typeof blank) {
  if (step.kind === 'issue') return call('issueCertificate', { body: { listingId: step.listing.id, ...typed } });
  const params = { number: step.certificate.number };
  if (step.kind === 'revoke') return call('revokeCertificate', { params, body: { reason } });
  return call('replaceCertificate', { params, body: { reason, ...typed } });
}

interface FieldsProps {
  kind: CertificateStep['kind'];
  typed: typeof blank;
  onChange: (typed: typeof blank) => void;
}

function Fields({ kind, typed, onChange }: FieldsProps) {
  const field = (name: keyof typeof blank) => ({
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...typed, [name]: target.value }),
    autoComplete: 'off',
  });
  return (
    <span className="mt-4 grid gap-4">
      {kind !== 'issue' && (
        <TextField
          label={t`Reason`}
          hint={t`For your records only`}
          maxLength={limits.shortText}
          {...field('reason')}
        />
      )}
      {kind !== 'revoke' && (
        <>
          <TextField
            label={t`Where the artist signed it`}
            hint={t`For example: lower right`}
            maxLength={limits.shortText}
            {...field('signed')}
          />
          <TextField
            label={t`Given to`}
            hint={t`The owner's name, if the owner wants it on the paper. The page for checking never shows it.`}
            maxLength={limits.name}
            {...field('givenTo')}
          />
        </>
      )}
    </span>
  );
}
