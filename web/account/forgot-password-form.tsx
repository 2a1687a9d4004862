import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';

interface ForgotPasswordFormProps {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}

/** Requests a link to set a new password. The answer is the same for known and unknown addresses. */
export function ForgotPasswordForm({ email, onEmail, onBack }: ForgotPasswordFormProps) {
  const [done, setDone] = useState<string | null>(null);
  const { isBusy, failure, form } = useSubmission(async () => {
    setDone(null);
    const answer = await call('forgotPassword', { body: { email } });
    if (!answer.success) return answer;
    setDone(answer.message);
  });

  return (
    <form className="form" {...form}>
      <p className="muted small">
        <Trans>We send a link to your address. With it you can set a new password.</Trans>
      </p>
      {done !== null && <Note tone="done">{done}</Note>}
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete="username"
        required
        data-autofocus
        maxLength={limits.email}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <Button type="submit" full busy={isBusy}>
        <Trans>Send link</Trans>
      </Button>
      <p className="small muted">
        <button className="button-text" type="button" onClick={onBack}>
          <Trans>Back to Sign In</Trans>
        </button>
      </p>
    </form>
  );
}
