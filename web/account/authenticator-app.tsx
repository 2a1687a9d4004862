import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import type { SecondFactorState } from '#contract/second-factor.ts';
import { call } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FailureNote } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { AddedAndUsed } from './added-and-used.tsx';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { lastFactorWarning } from './last-factor-warning.ts';

interface AuthenticatorAppProps {
  state: SecondFactorState;
  onCodes: (codes: readonly string[]) => void;
}

/** Sets up the authenticator app of an admin, or removes it. */
export function AuthenticatorApp({ state, onCodes }: AuthenticatorAppProps) {
  return (
    <>
      <h3>
        <Trans>Authenticator app</Trans>
      </h3>
      {state.authenticatorApp ? <Installed state={state} app={state.authenticatorApp} /> : <SetUp onCodes={onCodes} />}
    </>
  );
}

function SetUp({ onCodes }: Pick<AuthenticatorAppProps, 'onCodes'>) {
  const [begun, setBegun] = useState<{ key: string; uri: string } | null>(null);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('beginAuthenticatorApp');
    if (!answer.success) return answer;
    setBegun(answer);
  });
  const opener = useRef<HTMLButtonElement>(null);
  function cancel() {
    flushSync(() => setBegun(null));
    // The form, which had the focus, has been removed.
    opener.current?.focus();
  }
  if (begun) return <AuthenticatorSetup appKey={begun.key} uri={begun.uri} onCodes={onCodes} onCancel={cancel} />;
  return (
    <>
      <p className="max-w-[var(--measure)]">
        <Trans>
          With an authenticator app on your phone, your password alone is not enough to sign in: you also type the six
          digits that the app shows.
        </Trans>
      </p>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div>
        <Button ref={opener} variant="line" busy={isBusy} onClick={submit}>
          <Trans>Set Up an Authenticator App</Trans>
        </Button>
      </div>
    </>
  );
}

interface InstalledProps {
  state: SecondFactorState;
  app: NonNullable<SecondFactorState['authenticatorApp']>;
}

function Installed({ state, app: { addedAt, lastUsedAt } }: InstalledProps) {
  return (
    <>
      <p>
        <Trans>The app shows the six digits that signing in needs.</Trans>{' '}
        <span className="small muted numeric">
          <AddedAndUsed {...{ addedAt, lastUsedAt }} />
        </span>
      </p>
      <div>
        <RemoveApp hasPasskeys={state.passkeys.length > 0} />
      </div>
    </>
  );
}

function RemoveApp({ hasPasskeys }: { hasPasskeys: boolean }) {
  const [asking, setAsking] = useState(false);
  const { revalidate } = useRevalidator();

  async function remove() {
    const answer = await call('removeAuthenticatorApp');
    if (!answer.success) return answer;
    setAsking(false);
    showToast({ tone: 'done', text: t`The authenticator app has been removed.` });
    void revalidate();
  }

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        <Trans>Remove the App</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        title={t`Remove the authenticator app?`}
        confirmLabel={t`Remove`}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        {hasPasskeys ? t`Signing in then needs your password and a passkey.` : lastFactorWarning}
      </ConfirmDialog>
    </>
  );
}
