import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { call, type Failure } from '../api.ts';
import { useSession } from '../session.ts';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { type FormFailure, useSubmission } from '../ui/use-submission.ts';
import { closeIdentityConfirmation } from './confirm-identity-state.ts';
import { PasskeyButton } from './passkey-button.tsx';

/** The form of ConfirmIdentityDialog, for the password or a passkey. After a wrong password the dialog stays open. */
export default function ConfirmIdentityForm() {
  const session = useSession();
  const hasPasskey = useHasPasskey(session?.isAdmin ?? false);
  const [password, setPassword] = useState('');
  const { isBusy, failure, form } = useSubmission(async () => {
    const answer = await call('confirmIdentity', { body: { password } });
    if (!answer.success) return confirmationFailure(answer);
    closeIdentityConfirmation(true);
  });
  const field = useRef<HTMLInputElement>(null);
  // The dialog may open before this form is loaded, and then it cannot focus the field.
  useEffect(() => field.current?.focus(), []);

  return (
    <form className="grid gap-4" {...form}>
      <p>
        <Trans>This needs your password, because you gave it more than 15 minutes ago.</Trans>
      </p>
      <input className="hidden" type="text" autoComplete="username" value={session?.email ?? ''} readOnly />
      <TextField
        label={t`Password`}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        ref={field}
        value={password}
        error={failure?.fields?.password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      {hasPasskey && (
        <PasskeyButton
          variant="line"
          begin={() => call('beginPasskeyConfirmation')}
          finish={async (passkey) => {
            const answer = await call('confirmIdentity', { body: { passkey } });
            if (!answer.success) return answer;
            closeIdentityConfirmation(true);
          }}
        />
      )}
      <DialogActions busy={isBusy} onCancel={() => closeIdentityConfirmation(false)}>
        <Trans>Confirm</Trans>
      </DialogActions>
    </form>
  );
}

/** Whether the user can give a passkey instead of the password. Only admins have passkeys. */
function useHasPasskey(isAdmin: boolean): boolean {
  const [hasPasskey, setHasPasskey] = useState(false);
  useEffect(() => {
    if (!isAdmin) return;
    void call('getSecondFactor', { quiet: true }).then((answer) => {
      setHasPasskey(answer.success && answer.passkeys.some(({ usable }) => usable));
    });
  }, [isAdmin]);
  return hasPasskey;
}

/** Shows a refused password (403) at its field, errors of fields at their fields, and every other failure for the whole form. */
function confirmationFailure({ status, message, fields }: Failure): FormFailure {
  if (fields) return { message: '', fields };
  return status === 403 ? { message: '', fields: { password: message } } : { message };
}
