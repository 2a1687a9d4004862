import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { SecondFactorNeeded } from '#contract/accounts.ts';
import type { PasskeyAnswer } from '#contract/passkeys.ts';
import { call, type Failure } from '../api.ts';
import { completeSignIn } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { codeFailure } from './code-failure.ts';
import { PasskeyButton } from './passkey-button.tsx';
import type { SignedInPerson } from './sign-in-form.tsx';

interface SecondStepFormProps {
  needed: SecondFactorNeeded;
  onSignedIn: (person: SignedInPerson) => Promise<void>;
  /** Returns to email and password. */
  onBack: () => void;
}

/** The second step of a sign-in: asks for a passkey if the account has one, or a code of the authenticator app or a recovery code. */
export function SecondStepForm({ needed, onSignedIn, onBack }: SecondStepFormProps) {
  const { challenge, secondFactor } = needed;
  const hasPasskey = secondFactor.includes('passkey');
  const hasApp = secondFactor.includes('totp');
  const [isRecovery, setRecovery] = useState(!hasPasskey && !hasApp);
  const complete = async (proof: Proof) => {
    const answer = await completeSignIn({ challenge, ...proof });
    if (!answer.success) return answer;
    await onSignedIn({ name: answer.name || answer.email, email: answer.email });
  };
  const hasCodeForm = hasApp || isRecovery;

  return (
    <div className="form">
      <p>
        <Trans>Your password is right. Your account also needs its second factor.</Trans>
      </p>
      {secondFactor.length === 0 && (
        <p>
          <Trans>Your passkeys belong to a former address of this shop.</Trans>
        </p>
      )}
      {hasPasskey && (
        <PasskeyButton
          full
          autofocus
          begin={() => call('beginPasskeySignIn', { body: { challenge } })}
          finish={(passkey) => complete({ passkey })}
        />
      )}
      {hasPasskey && hasCodeForm && (
        <div className="or small" aria-hidden="true">
          <Trans>or</Trans>
        </div>
      )}
      {hasCodeForm && (
        <CodeForm key={String(isRecovery)} isRecovery={isRecovery} isSecond={hasPasskey} complete={complete} />
      )}
      <div className="small flex flex-wrap justify-between gap-x-4 gap-y-1">
        {(hasApp || !isRecovery) && (
          <button className="button-text" type="button" onClick={() => setRecovery(!isRecovery)}>
            {isRecovery ? t`Use the authenticator app` : t`Use a recovery code`}
          </button>
        )}
        <button className="button-text" type="button" onClick={onBack}>
          <Trans>Another account</Trans>
        </button>
      </div>
    </div>
  );
}

type Proof = { code: string } | { passkey: PasskeyAnswer };

interface CodeFormProps {
  isRecovery: boolean;
  /** Whether the form stands below the button for a passkey, which is then the first choice. */
  isSecond: boolean;
  complete: (proof: Proof) => Promise<Failure | undefined>;
}

function CodeForm({ isRecovery, isSecond, complete }: CodeFormProps) {
  const [code, setCode] = useState('');
  const { isBusy, failure, form } = useSubmission(async () => {
    const refused = await complete({ code });
    return refused && codeFailure(refused);
  });
  return (
    <form className="form" {...form}>
      <TextField
        label={isRecovery ? t`Recovery code` : t`Six digits of your authenticator app`}
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
        {...(!isSecond && { 'data-autofocus': true })}
        maxLength={isRecovery ? 30 : 10}
        value={code}
        error={failure?.fields?.code}
        onChange={(event) => setCode(event.target.value)}
      />
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <Button type="submit" full busy={isBusy} variant={isSecond ? 'line' : 'plain'}>
        <Trans>Continue</Trans>
      </Button>
    </form>
  );
}
