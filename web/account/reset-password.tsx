import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { limits } from '#contract/limits.ts';
import { call } from '../api.ts';
import { StatePage } from '../shell/state-page.tsx';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import type { Route } from './+types/reset-password.ts';
import { BrokenLink, LinkFallback, LinkPage, linkMeta, useLinkToken } from './link-page.tsx';
import { openSignIn } from './sign-in-dialog.tsx';

const title = t`Set a new password`;

/** Loads nothing. Because it exists, the server renders only `HydrateFallback`, so no page with the token comes from the server. */
export function clientLoader() {
  return null;
}

export function meta({ matches }: Route.MetaArgs) {
  return linkMeta(title, matches[0].loaderData?.shop.name);
}

export function HydrateFallback() {
  return <LinkFallback title={title} />;
}

/** The page behind the link of the reset email. A link works once, within an hour (docs/behaviour/accounts.md, 13). */
export default function ResetPassword() {
  const [isDone, setDone] = useState(false);
  const token = useLinkToken();
  if (token === '')
    return (
      <BrokenLink>
        <Trans>Open it from the email again, or ask for a new one: Sign In, then Forgot password.</Trans>
      </BrokenLink>
    );
  if (isDone) return <PasswordSet />;
  return (
    <LinkPage title={title}>
      <ResetForm key={token} token={token} onDone={() => setDone(true)} />
    </LinkPage>
  );
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
        label={t`New password`}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        minLength={limits.passwordMinimum}
        hint={t`At least ${{ minimum: limits.passwordMinimum }} characters. Every session of yours ends.`}
        value={newPassword}
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      {failure && !problem && <FailureNote>{failure.message}</FailureNote>}
      <Button type="submit" full busy={isBusy}>
        <Trans>Set Password</Trans>
      </Button>
      <p className="small muted">
        <button className="button-text" type="button" onClick={() => openSignIn()}>
          <Trans>Back to Sign In</Trans>
        </button>
      </p>
    </form>
  );
}

function PasswordSet() {
  return (
    <StatePage
      title={t`Your password has been set.`}
      action={
        // The element that had the focus was removed with the form.
        <Button ref={(button) => button?.focus()} onClick={() => openSignIn()}>
          <Trans>Sign In</Trans>
        </Button>
      }
    >
      <span role="status">
        <Trans>Sign in with it from now on.</Trans>
      </span>
    </StatePage>
  );
}
