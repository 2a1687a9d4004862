import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { SecondFactorState } from '#contract/second-factor.ts';
import { call } from '../api.ts';
import { useTimes } from '../shell/use-times.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Checkbox } from '../ui/field.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { showToast } from '../ui/toast.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { AuthenticatorSetup } from './authenticator-setup.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

export interface SecondFactorProps {
  state: SecondFactorState;
  /** An owner may require a second factor of every admin. */
  mayRequire: boolean;
}

/** The second factor of an admin: an authenticator app, recovery codes, and whether every admin needs one. */
export default function SecondFactor({ state, mayRequire }: SecondFactorProps) {
  const [newCodes, setNewCodes] = useState<readonly string[] | null>(null);
  const { revalidate } = useRevalidator();
  const isOn = state.authenticatorApp !== null;
  const show = (codes: readonly string[]) => {
    setNewCodes(codes);
    void revalidate();
  };
  return (
    <section className="form">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2>Second factor</h2>
        {isOn && <Badge tone="paid">On</Badge>}
      </div>
      {newCodes && <RecoveryCodes codes={newCodes} onDone={() => setNewCodes(null)} />}
      {!newCodes && isOn && <TurnedOn state={state} mayRequire={mayRequire} onCodes={show} />}
      {!newCodes && !isOn && <TurnedOff state={state} onCodes={show} />}
    </section>
  );
}

interface PartProps {
  state: SecondFactorState;
  onCodes: (codes: readonly string[]) => void;
}

function TurnedOff({ state, onCodes }: PartProps) {
  const [key, setKey] = useState<{ key: string; uri: string } | null>(null);
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('beginAuthenticatorApp');
    if (!answer.success) return answer;
    setKey(answer);
  });
  if (key) return <AuthenticatorSetup appKey={key.key} uri={key.uri} onCodes={onCodes} onCancel={() => setKey(null)} />;
  return (
    <>
      {state.required && (
        <Note tone="info">Every admin of this shop needs a second factor. Set yours up to open the admin panel.</Note>
      )}
      <p className="max-w-[var(--measure)]">
        With an authenticator app on your phone, your password alone is not enough to sign in: you also type the six
        digits that the app shows.
      </p>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div>
        <Button variant="line" busy={isBusy} onClick={submit}>
          Set Up an Authenticator App
        </Button>
      </div>
    </>
  );
}

function TurnedOn({ state, mayRequire, onCodes }: PartProps & Pick<SecondFactorProps, 'mayRequire'>) {
  const { minute } = useTimes();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('renewRecoveryCodes');
    if (!answer.success) return answer;
    onCodes(answer.recoveryCodes);
  });
  const { addedAt = '', lastUsedAt = null } = state.authenticatorApp ?? {};
  return (
    <>
      <p>
        Signing in needs your password and a code of your authenticator app.{' '}
        <span className="small muted num">
          Added <time dateTime={addedAt}>{minute(addedAt)}</time>
          {lastUsedAt && (
            <>
              , last used <time dateTime={lastUsedAt}>{minute(lastUsedAt)}</time>
            </>
          )}
        </span>
      </p>
      <p>
        {state.recoveryCodesLeft} of 10 recovery codes left.{' '}
        <span className="small muted">Each works once, if you cannot use the app.</span>
      </p>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div className="flex flex-wrap gap-3">
        <Button variant="line" busy={isBusy} onClick={submit}>
          Make New Recovery Codes
        </Button>
        <RemoveApp />
      </div>
      {mayRequire && <RequiredOfAll required={state.required} />}
    </>
  );
}

function RemoveApp() {
  const [asking, setAsking] = useState(false);
  const { revalidate } = useRevalidator();

  async function remove() {
    const answer = await call('removeAuthenticatorApp');
    if (!answer.success) return answer;
    setAsking(false);
    showToast({ tone: 'done', text: 'The authenticator app has been removed.' });
    void revalidate();
  }

  return (
    <>
      <Button variant="danger" onClick={() => setAsking(true)}>
        Remove the App
      </Button>
      <ConfirmDialog
        open={asking}
        title="Remove the authenticator app?"
        confirmLabel="Remove"
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        Signing in then needs your password alone. The recovery codes stop working.
      </ConfirmDialog>
    </>
  );
}

function RequiredOfAll({ required }: { required: boolean }) {
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('requireSecondFactor', { body: { required: !required } });
    if (!answer.success) return answer;
    const text = answer.required
      ? 'Every admin now needs a second factor.'
      : 'Admins may now do without a second factor.';
    showToast({ tone: 'done', text });
    void revalidate();
  });
  return (
    <>
      <Checkbox
        label="Require a second factor of every admin"
        checked={required}
        aria-disabled={isBusy}
        onChange={submit}
      />
      <p className="small muted">Admins without one can set it up, and do nothing else in the panel until then.</p>
      {failure && <FailureNote>{failure.message}</FailureNote>}
    </>
  );
}
