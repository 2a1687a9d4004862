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
import type { Route } from './+types/undo-email.ts';
import { BrokenLink, LinkFallback, LinkPage, linkMeta, useLinkToken } from './link-page.tsx';
import { openSignIn } from './sign-in-dialog.tsx';

const title = t`Undo the change of your email address`;

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

/** The page behind the link that the former address of an account receives (docs/behaviour/accounts.md, 28). */
export default function UndoEmail() {
  const [message, setMessage] = useState<string | null>(null);
  const token = useLinkToken();
  if (token === '')
    return (
      <BrokenLink>
        <Trans>Open it from the email again.</Trans>
      </BrokenLink>
    );
  if (message !== null) return <AddressRestored message={message} />;
  return (
    <LinkPage title={title}>
      <UndoForm key={token} token={token} onDone={setMessage} />
    </LinkPage>
  );
}

function UndoForm({ token, onDone }: { token: string; onDone: (message: string) => void }) {
  const [newPassword, setPassword] = useState('');
  const { isBusy, failure, form } = useSubmission(async () => {
    const answer = await call('undoEmailChange', { body: { token, ...(newPassword !== '' && { newPassword }) } });
    if (!answer.success) return answer;
    onDone(answer.message);
  });
  const problem = failure?.fields?.newPassword;

  return (
    <form className="form max-w-[27rem]" {...form}>
      <p>
        <Trans>
          Your account gets the address back to which this link was sent. Every session of the account ends.
        </Trans>
      </p>
      <TextField
        label={t`New password`}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        minLength={limits.passwordMinimum}
        hint={t`Whoever changed the address knew your password. Leave this empty only if it was you.`}
        value={newPassword}
        error={problem}
        onChange={(event) => setPassword(event.target.value)}
      />
      {failure && !problem && <FailureNote>{failure.message}</FailureNote>}
      <Button type="submit" full busy={isBusy}>
        <Trans>Undo the Change</Trans>
      </Button>
    </form>
  );
}

function AddressRestored({ message }: { message: string }) {
  return (
    <StatePage
      title={t`The change has been undone.`}
      action={
        // The element that had the focus was removed with the form.
        <Button ref={(button) => button?.focus()} onClick={() => openSignIn()}>
          <Trans>Sign In</Trans>
        </Button>
      }
    >
      <span role="status">{message}</span>
    </StatePage>
  );
}
