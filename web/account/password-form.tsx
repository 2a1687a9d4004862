import { type FormEvent, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { limits } from '#contract/limits.ts';
import { call, type Failure } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { noProblems, type Problems, useFocusOnProblem } from './problems.ts';

/** Changes the password; every other session ends. `email` is only for password managers. */
export function PasswordForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const [currentPassword, setCurrent] = useState('');
  const [newPassword, setNew] = useState('');
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Problems>(noProblems);
  const { revalidate } = useRevalidator();
  useFocusOnProblem(form, problems);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setProblems(noProblems);
    setBusy(true);
    const answer = await call('changePassword', { body: { currentPassword, newPassword } });
    setBusy(false);
    if (!answer.success) return setProblems(passwordProblems(answer));
    setCurrent('');
    setNew('');
    showToast({ tone: 'done', text: 'Your password has been changed. Your other sessions have ended.' });
    await revalidate();
  }

  return (
    <form className="form" ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <h2>Password</h2>
      <input className="hidden" type="text" autoComplete="username" value={email} readOnly />
      <div className="grid-2 items-start">
        <TextField
          label="Current password"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          required
          value={currentPassword}
          error={problems.fields.currentPassword}
          onChange={(event) => setCurrent(event.target.value)}
        />
        <TextField
          label="New password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          required
          minLength={limits.passwordMinimum}
          hint={`At least ${limits.passwordMinimum} characters`}
          value={newPassword}
          error={problems.fields.newPassword}
          onChange={(event) => setNew(event.target.value)}
        />
      </div>
      <p className="small muted">Changing it ends your other sessions. This one goes on.</p>
      {problems.message && Object.keys(problems.fields).length === 0 && <FailureNote>{problems.message}</FailureNote>}
      <div>
        <Button type="submit" busy={busy}>
          Change Password
        </Button>
      </div>
    </form>
  );
}

/**
 * The field that an error belongs to: the current password for 403, the new one for 400. Other errors belong to no
 * field.
 */
function passwordProblems(failure: Failure): Problems {
  const { message, status, issues = [] } = failure;
  if (issues.length > 0) {
    return { message, fields: Object.fromEntries(issues.map((issue) => [issue.path, issue.message])) };
  }
  if (status === 400) return { message, fields: { newPassword: message } };
  return { message, fields: status === 403 ? { currentPassword: message } : {} };
}
