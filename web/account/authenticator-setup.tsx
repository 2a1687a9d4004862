import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { codeFailure } from './code-failure.ts';
import { QrCode } from './qr-code.tsx';

interface AuthenticatorSetupProps {
  /** The key that people type into the app. */
  appKey: string;
  /** The `otpauth:` address with the same key, which the QR code contains. */
  uri: string;
  onCodes: (codes: readonly string[]) => void;
  onCancel: () => void;
}

/** Shows the key for the app, and turns the app on with its first code. */
export function AuthenticatorSetup({ appKey, uri, onCodes, onCancel }: AuthenticatorSetupProps) {
  const [code, setCode] = useState('');
  const { isBusy, failure, form } = useSubmission(async () => {
    const answer = await call('enableAuthenticatorApp', { body: { code } });
    if (!answer.success) return codeFailure(answer);
    onCodes(answer.recoveryCodes);
  });
  return (
    <form className="form" {...form}>
      <div className="flex flex-wrap gap-x-8 gap-y-5">
        <QrCode text={uri} label={t`QR code with the key for your authenticator app`} />
        <div className="grid min-w-0 flex-1 basis-64 content-start gap-4">
          <p>
            <Trans>Scan the code with your authenticator app, or type this key:</Trans>
            <br />
            <span className="numeric font-medium wrap-anywhere">{appKey.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          </p>
          <TextField
            label={t`The six digits that the app shows`}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={10}
            autoFocus
            value={code}
            error={failure?.fields?.code}
            onChange={(event) => setCode(event.target.value)}
          />
        </div>
      </div>
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          <Trans>Turn On</Trans>
        </Button>
        <Button variant="line" onClick={onCancel}>
          <Trans>Not Now</Trans>
        </Button>
      </div>
    </form>
  );
}
