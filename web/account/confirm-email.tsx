import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../api.ts';
import { StatePage } from '../shell/state-page.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import type { Route } from './+types/confirm-email.ts';
import { BrokenLink, LinkFallback, LinkPage, linkMeta, useLinkToken } from './link-page.tsx';

const title = t`Confirm your email address`;

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

/** The page behind the link of the confirmation email. It confirms at once (docs/behaviour/accounts.md, 30). */
export default function ConfirmEmail() {
  const token = useLinkToken();
  if (token === '')
    return (
      <BrokenLink>
        <Trans>Open it from the email again.</Trans>
      </BrokenLink>
    );
  return <Confirmation key={token} token={token} />;
}

function Confirmation({ token }: { token: string }) {
  const [message, setMessage] = useState<string | null>(null);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('confirmEmail', { body: { token } });
    if (!answer.success) return answer;
    setMessage(answer.message);
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!hasBegun.current) submit();
    hasBegun.current = true;
  });
  if (message !== null)
    return (
      <StatePage
        title={message}
        action={
          <Link className="button" to="/">
            <Trans>Back to Home</Trans>
          </Link>
        }
      >
        <span role="status">
          <Trans>Thank you. You can close this page.</Trans>
        </span>
      </StatePage>
    );
  return (
    <LinkPage title={title}>
      <div className="form max-w-[27rem]">
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <Button full busy={isBusy} onClick={submit}>
          <Trans>Confirm my address</Trans>
        </Button>
        <p className="small muted">
          <Trans>Your profile can send you another link.</Trans>
        </p>
      </div>
    </LinkPage>
  );
}
