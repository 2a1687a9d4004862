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
import type { Route } from './+types/accept-invitation.ts';
import { BrokenLink, LinkFallback, LinkPage, linkMeta, useLinkToken } from './link-page.tsx';
import { openSignIn } from './sign-in-dialog.tsx';

const title = t`Accept the invitation`;

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

/** The page behind the link of an invitation to run the shop (docs/behaviour/accounts.md, "Roles"). */
export default function AcceptInvitation() {
  const [isDone, setDone] = useState(false);
  const token = useLinkToken();
  if (token === '')
    return (
      <BrokenLink>
        <Trans>Open it from the email again, or ask an owner of the shop for a new one.</Trans>
      </BrokenLink>
    );
  if (isDone) return <Accepted />;
  return (
    <LinkPage title={title}>
      <AcceptForm key={token} token={token} onDone={() => setDone(true)} />
    </LinkPage>
  );
}

function AcceptForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [draft, setDraft] = useState({ name: '', password: '' });
  const { isBusy, failure, form } = useSubmission(async () => {
    const answer = await call('acceptInvitation', { body: { token, ...draft } });
    if (!answer.success) return answer;
    onDone();
  });
  const field = (name: 'name' | 'password') => ({
    name,
    required: true,
    value: draft[name],
    error: failure?.fields?.[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setDraft((before) => ({ ...before, [name]: target.value })),
  });
  const isAtField = failure?.fields?.name ?? failure?.fields?.password;

  return (
    <form className="form max-w-[27rem]" {...form}>
      <p className="muted">
        <Trans>Choose your name and a password. If you have an account with this address, it gets both.</Trans>
      </p>
      <TextField label={t`Name`} autoComplete="name" maxLength={limits.name} {...field('name')} />
      <TextField
        label={t`Password`}
        type="password"
        autoComplete="new-password"
        minLength={limits.passwordMinimum}
        maxLength={limits.passwordMaximum}
        hint={t`At least ${{ minimum: limits.passwordMinimum }} characters. Every session of yours ends.`}
        {...field('password')}
      />
      {failure && !isAtField && <FailureNote>{failure.message}</FailureNote>}
      <Button type="submit" full busy={isBusy}>
        <Trans>Accept</Trans>
      </Button>
    </form>
  );
}

function Accepted() {
  return (
    <StatePage
      title={t`You can sign in now.`}
      action={
        // The element that had the focus was removed with the form.
        <Button ref={(button) => button?.focus()} onClick={() => openSignIn()}>
          <Trans>Sign In</Trans>
        </Button>
      }
    >
      <span role="status">
        <Trans>Use this address and your new password. The panel is in the menu afterwards.</Trans>
      </span>
    </StatePage>
  );
}
