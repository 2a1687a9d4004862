import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { SecondFactorNeeded } from '#contract/accounts.ts';
import { limits } from '#contract/limits.ts';
import type { Failure } from '../api.ts';
import { authenticate } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { type FormFailure, useSubmission } from '../ui/use-submission.ts';

export interface SignedInPerson {
  name: string;
  email: string;
}

interface SignInFormProps {
  view: 'signin' | 'register';
  email: string;
  /** Whether the session expired during use. */
  sessionExpired: boolean;
  onView: (view: 'signin' | 'register' | 'forgot') => void;
  onEmail: (email: string) => void;
  onSignedIn: (person: SignedInPerson) => Promise<void>;
  /** Called when the password is right and the account needs its second factor. */
  onSecondFactor: (needed: SecondFactorNeeded) => void;
}

/** Sign In and Create Account (docs/behaviour/accounts.md, 6). Typed values stay when the view changes between these two. */
export function SignInForm(props: SignInFormProps) {
  const { view, email, onEmail } = props;
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const isNew = view === 'register';
  const { isBusy, notice, failure, change, form } = useSignIn(props, { name, email, password });

  return (
    <form className="form" {...form}>
      {notice !== null && (
        <Note tone="info" key={notice}>
          {notice}
        </Note>
      )}
      {isNew && (
        <TextField
          label={t`Name`}
          name="name"
          autoComplete="name"
          required
          maxLength={limits.name}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <TextField
        label={t`Email`}
        name="email"
        type="email"
        autoComplete={isNew ? 'email' : 'username'}
        required
        data-autofocus
        maxLength={limits.email}
        value={email}
        onChange={(event) => onEmail(event.target.value)}
      />
      <TextField
        label={t`Password`}
        name="password"
        type="password"
        required
        minLength={limits.passwordMinimum}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        hint={isNew ? t`At least ${{ minimum: limits.passwordMinimum }} characters` : undefined}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <Button type="submit" full busy={isBusy}>
        {isNew ? t`Create Account` : t`Sign In`}
      </Button>
      {isNew ? <ToSignIn onChange={change} /> : <OtherViews onChange={change} />}
    </form>
  );
}

function useSignIn({ view, sessionExpired, onView, onSignedIn, onSecondFactor }: SignInFormProps, typed: Typed) {
  const [notice, setNotice] = useState(sessionExpired ? t`Your session has ended. Sign in again to go on.` : null);
  const { setFailure, ...submission } = useSubmission(() => {
    setNotice(null);
    const problem = problemOf(view === 'register', typed);
    if (!problem) return send();
    focus(problem.field);
    return { message: problem.text };
  });
  const focus = (field: keyof Typed) =>
    submission.form.ref.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus();

  async function send(): Promise<FormFailure | undefined> {
    const outcome = await attempt(view === 'register', typed);
    if (outcome.signedIn) {
      await onSignedIn(outcome);
      return;
    }
    if (outcome.needed) {
      onSecondFactor(outcome.needed);
      return;
    }
    if (view === 'register' || !outcome.isUnknown) return { message: outcome.message };
    flushSync(() => {
      onView('register');
      setNotice(t`User not found. Please create an account below.`);
    });
    focus('name');
  }

  function change(next: 'signin' | 'register' | 'forgot') {
    setNotice(null);
    setFailure(null);
    onView(next);
  }

  return { ...submission, notice, change };
}

function OtherViews({ onChange }: { onChange: (view: 'register' | 'forgot') => void }) {
  return (
    <div className="small muted flex flex-wrap justify-between gap-x-4 gap-y-1">
      <span>
        <Trans>
          New here?{' '}
          <button className="button-text" type="button" onClick={() => onChange('register')}>
            Create Account
          </button>
        </Trans>
      </span>
      <button className="button-text" type="button" onClick={() => onChange('forgot')}>
        <Trans>Forgot password</Trans>
      </button>
    </div>
  );
}

function ToSignIn({ onChange }: { onChange: (view: 'signin') => void }) {
  return (
    <p className="small muted">
      <Trans>
        Already have an account?{' '}
        <button className="button-text" type="button" onClick={() => onChange('signin')}>
          Sign In
        </button>
      </Trans>
    </p>
  );
}

interface Typed {
  name: string;
  email: string;
  password: string;
}

function problemOf(isNew: boolean, { name, email, password }: Typed): { field: keyof Typed; text: string } | null {
  if (isNew && name.trim() === '') return { field: 'name', text: t`Name is required for registration` };
  if (email.trim() === '' || password === '') {
    return { field: email.trim() === '' ? 'email' : 'password', text: t`Email and password are required` };
  }
  if (isNew && password.length < limits.passwordMinimum) {
    return { field: 'password', text: t`Password must be at least ${{ minimum: limits.passwordMinimum }} characters` };
  }
  return null;
}

type Outcome =
  | ({ signedIn: true } & SignedInPerson)
  | { signedIn: false; message: string; isUnknown?: boolean; needed?: never }
  | { signedIn: false; needed: SecondFactorNeeded };

async function attempt(isNew: boolean, { name, email, password }: Typed): Promise<Outcome> {
  try {
    const answer = await authenticate(
      isNew ? { mode: 'register', name, email, password } : { mode: 'signin', email, password },
    );
    if (answer.success && 'challenge' in answer) return { signedIn: false, needed: answer };
    if (answer.success) return { signedIn: true, name: answer.name || answer.email, email: answer.email };
    if (answer.status === 0) return { signedIn: false, message: t`Network error. Please try again.` };
    return {
      signedIn: false,
      message: answer.message || (isNew ? t`Registration failed` : t`Sign in failed`),
      isUnknown: isNotFound(answer),
    };
  } catch {
    return { signedIn: false, message: t`An unexpected error occurred. Please try again.` };
  }
}

/** Whether the account does not exist: the answer is 404, or its message has one of these phrases (docs/behaviour/accounts.md, 6). */
function isNotFound({ status, message }: Failure): boolean {
  return status === 404 || /user not found|please register first|not found/i.test(message);
}
