import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { limits } from '#contract/limits.ts';
import { call } from '../api.ts';
import { StatePage } from '../shell/state-page.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import type { Route } from './+types/reset-password.ts';
import { openSignIn } from './sign-in-dialog.tsx';

/** The reset token exists only in the browser: the server renders no page with it and stores none. */
export function clientLoader() {
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  const shop = matches[0].loaderData?.shop.name;
  return [
    { title: ['Set a new password', shop].filter(Boolean).join(' | ') },
    { name: 'robots', content: 'noindex' },
    // The URL contains the token.
    { name: 'referrer', content: 'no-referrer' },
  ];
}

export function HydrateFallback() {
  return (
    <main id="main" className="page min-h-[calc(100svh-var(--header-h))] pt-8 pb-[var(--gap-section)]">
      <h1 className="h-section mb-5">Set a new password</h1>
      <div className="grid max-w-[27rem] gap-6" aria-hidden="true">
        <Skeleton className="h-12" />
        <Skeleton className="h-12" />
      </div>
    </main>
  );
}

/** The page behind the link of the reset email. A link works once, within an hour (docs/behaviour/accounts.md, 13). */
export default function ResetPassword() {
  const [isDone, setDone] = useState(false);
  const given = tokenIn(useLocation());
  const [token, setToken] = useState(given);
  // Runs when another reset link is opened in this tab.
  if (given !== '' && given !== token) setToken(given);
  if (token === '') return <BrokenLink />;
  if (isDone) return <PasswordSet />;
  return (
    <main id="main" className="page min-h-[calc(100svh-var(--header-h))] pt-8 pb-[var(--gap-section)]">
      <h1 className="h-section mb-5">Set a new password</h1>
      <ResetForm key={token} token={token} onDone={() => setDone(true)} />
    </main>
  );
}

/**
 * The token is in the fragment, which browsers do not send to servers. `?token=` is accepted too. The fragment of the
 * skip link, #main, is not a token.
 */
function tokenIn({ hash, search }: { hash: string; search: string }): string {
  const fragment = hash === '#main' ? '' : hash.slice(1);
  return fragment || (new URLSearchParams(search).get('token') ?? '');
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [newPassword, setPassword] = useState('');
  const { isBusy, failure, form } = useSubmission(async () => {
    const answer = await call('resetPassword', { body: { token, newPassword } });
    if (!answer.success) return answer;
    onDone();
  });
  const problem = failure?.fields?.newPassword;

  return (
    <form className="form max-w-[27rem]" {...form}>
      <TextField
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        minLength={limits.passwordMinimum}
        hint={`At least ${limits.passwordMinimum} characters. Every session of yours ends.`}
        value={newPassword}
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      {failure && !problem && <FailureNote>{failure.message}</FailureNote>}
      <Button type="submit" full busy={isBusy}>
        Set Password
      </Button>
      <p className="small muted">
        <button className="btn-text" type="button" onClick={() => openSignIn()}>
          Back to Sign In
        </button>
      </p>
    </form>
  );
}

function PasswordSet() {
  return (
    <StatePage
      title="Your password has been set."
      action={
        // The element that had the focus was removed with the form.
        <Button ref={(button) => button?.focus()} onClick={() => openSignIn()}>
          Sign In
        </Button>
      }
    >
      <span role="status">Sign in with it from now on.</span>
    </StatePage>
  );
}

function BrokenLink() {
  return (
    <StatePage
      title="This link is not complete."
      action={
        <Link className="btn" to="/">
          Back to Home
        </Link>
      }
    >
      Open it from the email again, or ask for a new one: Sign In, then Forgot password.
    </StatePage>
  );
}
