import { type FormEvent, useState } from 'react';
import { limits } from '#contract/limits.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote, Note } from '../ui/note.tsx';

interface ForgotPasswordFormProps {
  email: string;
  onEmail: (email: string) => void;
  onBack: () => void;
}

/** Requests a link to set a new password. The answer is the same for known and unknown addresses. */
export function ForgotPasswordForm({ email, onEmail, onBack }: ForgotPasswordFormProps) {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<{ tone: 'done' | 'failed'; text: string } | null>(null);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setSaid(null);
    setBusy(true);
    const answer = await call('forgotPassword', { body: { email } });
    setSaid({ tone: answer.success ? 'done' : 'failed', text: answer.message });
    setBusy(false);
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <p className="muted small">We send a link to your address. With it you can set a new password.</p>
      {said?.tone === 'done' && <Note tone="done">{said.text}</Note>}
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        required
        data-autofocus
        maxLength={limits.email}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      {said?.tone === 'failed' && <FailureNote>{said.text}</FailureNote>}
      <Button type="submit" full busy={busy}>
        Send link
      </Button>
      <p className="small muted">
        <button className="btn-text" type="button" onClick={onBack}>
          Back to Sign In
        </button>
      </p>
    </form>
  );
}
