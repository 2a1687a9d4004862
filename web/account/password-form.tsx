import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits.ts';
import { call, type Failure } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../ui/use-submission.ts';

/** Changes the password; every other session ends. `email` is only for password managers. */
export function PasswordForm({ email }: { email: string }) {
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const { revalidate } = useRevalidator();
  const { isBusy, failure, form } = useSubmission(async () => {
    const answer = await call('changePassword', { body: { currentPassword, newPassword } });
    if (!answer.success) return passwordFailure(answer);
    setCurrent('');
    setNew('');
    showToast({ tone: 'done', text: t`Your password has been changed. Your other sessions have ended.` });
    void revalidate();
  });

  return (
    <form className="form" {...form}>
      <h2>
        <Trans>Password</Trans>
      </h2>
      <input className="hidden" type="text" autoComplete="username" value={email} readOnly />
      <div className="grid-2 items-start">
        <TextField
          label={t`Current password`}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          value={currentPassword}
          error={failure?.fields?.currentPassword}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <TextField
          label={t`New password`}
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          minLength={limits.passwordMinimum}
          hint={t`At least ${{ minimum: limits.passwordMinimum }} characters`}
          value={newPassword}
          error={failure?.fields?.newPassword}
          onChange={(event) => setNew(event.target.value)}
        />
      </div>
      <p className="small muted">
        <Trans>Changing it ends your other sessions. This one goes on.</Trans>
      </p>
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <div>
        <Button type="submit" busy={isBusy}>
          <Trans>Change Password</Trans>
        </Button>
      </div>
    </form>
  );
}

/** Shows a 403 at the current password, a 400 at the new one, errors of fields at their fields, and every other failure for the form. */
function passwordFailure({ message, status, fields }: Failure): FormFailure {
  if (fields) return { message: '', fields };
  if (status === 403) return { message: '', fields: { currentPassword: message } };
  return status === 400 ? { message: '', fields: { newPassword: message } } : { message };
}
