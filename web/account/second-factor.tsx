import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useRevalidator } from 'react-router';
import type { SecondFactorState } from '#contract/second-factor.ts';
import { call } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { AuthenticatorApp } from './authenticator-app.tsx';
import { Passkeys } from './passkeys.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { useHeadingFocus } from './use-heading-focus.ts';

interface SecondFactorProps {
  state: SecondFactorState;
  /** Whether the user may require a second factor of every admin. Owners may. */
  mayRequire: boolean;
}

/** The second factor of an admin: passkeys, an authenticator app, recovery codes, and whether every admin needs one. */
export default function SecondFactor({ state, mayRequire }: SecondFactorProps) {
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);
  const heading = useHeadingFocus(state);
  const { revalidate } = useRevalidator();
  const isOn = state.authenticatorApp !== null || state.passkeys.length > 0;
  const show = (codes: readonly string[]) => {
    setNewCodes(codes);
    void revalidate();
  };
  return (
    <section className="form">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 ref={heading} tabIndex={-1} className="outline-none">
          <Trans>Second factor</Trans>
        </h2>
        {isOn && (
          <Badge tone="paid">
            <Trans context="second factor">On</Trans>
          </Badge>
        )}
      </div>
      {newCodes ? (
        <RecoveryCodes
          codes={newCodes}
          onDone={() => {
            flushSync(() => setNewCodes(null));
            // The button, which had the focus, has been removed.
            heading.current?.focus();
          }}
        />
      ) : (
        <>
          {state.required && !isOn && (
            <Note tone="info">
              <Trans>Every admin of this shop needs a second factor. Set yours up to open the admin panel.</Trans>
            </Note>
          )}
          <Passkeys state={state} onCodes={show} />
          <AuthenticatorApp state={state} onCodes={show} />
          {isOn && <CodesLeft count={state.recoveryCodesLeft} onCodes={show} />}
          {isOn && mayRequire && <RequiredOfAll required={state.required} />}
        </>
      )}
    </section>
  );
}

function CodesLeft({ count, onCodes }: { count: number; onCodes: (codes: readonly string[]) => void }) {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('renewRecoveryCodes');
    if (!answer.success) return answer;
    onCodes(answer.recoveryCodes);
  });
  return (
    <>
      <h3>
        <Trans>Recovery codes</Trans>
      </h3>
      <p>
        <Trans>{count} of 10 recovery codes left.</Trans>{' '}
        <span className="small muted">
          <Trans>Each works once, if you cannot use anything else.</Trans>
        </span>
      </p>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div>
        <Button variant="line" busy={isBusy} onClick={submit}>
          <Trans>Make New Recovery Codes</Trans>
        </Button>
      </div>
    </>
  );
}

function RequiredOfAll({ required }: { required: boolean }) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('requireSecondFactor', { body: { required: !required } });
    if (!answer.success) return answer;
    const text = answer.required
      ? t`Every admin now needs a second factor.`
      : t`Admins may now do without a second factor.`;
    showToast({ tone: 'done', text });
    void revalidate();
  });
  return (
    <>
      <Checkbox
        label={t`Require a second factor of every admin`}
        checked={required}
        aria-disabled={isBusy}
        onChange={submit}
      />
      <p className="small muted">
        <Trans>Admins without one can set it up, and do nothing else in the panel until then.</Trans>
      </p>
      {failure && <FailureNote>{failure.message}</FailureNote>}
    </>
  );
}
