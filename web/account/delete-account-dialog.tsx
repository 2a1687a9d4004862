import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { call, type Failure } from '../api.ts';
import { signOut } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../ui/use-submission.ts';

interface DeleteAccountDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Asks for the password, then deletes the account. */
export function DeleteAccountDialog({ open, onClose }: DeleteAccountDialogProps) {
  const titleId = useId();
  return (
    <Dialog open={open} onClose={onClose} labelledBy={titleId} alert>
      <DeleteAccountForm titleId={titleId} onClose={onClose} />
    </Dialog>
  );
}

function DeleteAccountForm({ titleId, onClose }: { titleId: string; onClose: () => void }) {
  const [currentPassword, setPassword] = useState('');
  const { isBusy, failure, form } = useSubmission(async () => {
    const answer = await call('deleteOwnAccount', { body: { currentPassword } });
    if (!answer.success) return accountFailure(answer);
    onClose();
    await signOut();
    showToast({ tone: 'done', text: t`Your account has been deleted.` });
  });

  return (
    <form className="grid gap-4" {...form}>
      <h2 className="heading-dialog" id={titleId}>
        <Trans>Delete your account?</Trans>
      </h2>
      <p>
        <Trans>
          Profile, cart, payment details and sessions are deleted. Orders stay in the shop's records. This action cannot
          be undone.
        </Trans>
      </p>
      <TextField
        label={t`Password`}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
        value={currentPassword}
        error={failure?.fields?.currentPassword}
        onChange={(event) => setPassword(event.target.value)}
      />
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <div className="mt-2 flex flex-wrap justify-end gap-3">
        <Button variant="line" onClick={onClose} data-autofocus>
          <Trans>Cancel</Trans>
        </Button>
        <Button variant="danger-solid" type="submit" busy={isBusy}>
          <Trans>Delete My Account</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Shows a wrong password (403) at its field, and every other failure at the button, for example that the last owner cannot leave. */
function accountFailure({ status, message }: Failure): FormFailure {
  return status === 403 ? { message: '', fields: { currentPassword: message } } : { message };
}
