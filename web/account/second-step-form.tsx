import { useState } from 'react';
import { completeSignIn } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FailureNote } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { codeFailure } from './code-failure.ts';
import type { SignedInPerson } from './sign-in-form.tsx';

interface SecondStepFormProps {
  challenge: string;
  onSignedIn: (person: SignedInPerson) => Promise<void>;
  /** Back to email and password. */
  onBack: () => void;
}

/** The second step of a sign-in: a code of the authenticator app, or a recovery code. */
export function SecondStepForm({ challenge, onSignedIn, onBack }: SecondStepFormProps) {
  const [code, setCode] = useState('');
  const [isRecovery, setRecovery] = useState(false);
  const { isBusy, failure, setFailure, form } = useSubmission(async () => {
    const answer = await completeSignIn({ challenge, code });
    if (!answer.success) return codeFailure(answer);
    await onSignedIn({ name: answer.name || answer.email, email: answer.email });
  });

  function change() {
    setRecovery(!isRecovery);
    setCode('');
    setFailure(null);
  }

  return (
    <form className="form" {...form}>
      <p>Your password is right. Your account also needs its second factor.</p>
      <TextField
        key={String(isRecovery)}
        label={isRecovery ? 'Recovery code' : 'Six digits of your authenticator app'}
        name="code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        autoComplete={isRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
        data-autofocus
        maxLength={isRecovery ? 30 : 10}
        value={code}
        error={failure?.fields?.code}
        onChange={(event) => setCode(event.target.value)}
      />
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <Button type="submit" full busy={isBusy}>
        Continue
      </Button>
      <div className="small flex flex-wrap justify-between gap-x-4 gap-y-1">
        <button className="btn-text" type="button" onClick={change}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
        <button className="btn-text" type="button" onClick={onBack}>
          Another account
        </button>
      </div>
    </form>
  );
}
