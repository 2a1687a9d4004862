import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../api.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';

export interface AskedAlert {
  ask: { listingId: string } | { artist: string } | { newsletter: true };
  /** The text of the button, or the label of the email field. */
  words: string;
  /** The sentence after success, which says to which address the shop will write, and when. */
  promise: (email: string) => string;
  hint: string;
  /** `open`: guests see the email field at once. `line` and `text`: they see a button of this look, which opens the field. */
  look: 'open' | 'line' | 'text';
}

interface Done {
  isOn: boolean;
  email: string;
}

/** Turns on emails. People who are signed in only press a button; guests enter an address, which they have to confirm. */
export default function AlertForm({ ask, words, promise, hint, look }: AskedAlert) {
  const session = useSession();
  const [isOpen, setOpen] = useState(look === 'open');
  const [done, setDone] = useState<Done | null>(null);
  const { isBusy, failure, submit, form } = useSubmission(async () => {
    const field = form.ref.current?.elements.namedItem('email');
    const email = field instanceof HTMLInputElement ? field.value.trim() : '';
    if (!session && email === '') return { message: '', fields: { email: t`Please enter your email address` } };
    const answer = await call('addAlert', { body: { ...ask, ...(!session && { email }) } });
    if (!answer.success) return answer.fields?.email ? { message: '', fields: answer.fields } : answer;
    setDone({ isOn: answer.state === 'on', email: session?.email ?? email });
  });
  if (done) return <Answer {...done} promise={promise} ask={ask} />;
  if (session || !isOpen)
    return (
      <div className="grid justify-items-start gap-3">
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <Button
          variant={look === 'text' ? 'text' : 'line'}
          busy={isBusy}
          aria-expanded={session ? undefined : false}
          onClick={session ? submit : () => setOpen(true)}
        >
          {words}
        </Button>
        {look === 'open' && <p className="hint">{hint}</p>}
      </div>
    );
  return (
    <form method="post" {...form}>
      <EmailRow
        label={words}
        error={failure?.fields?.email}
        isBusy={isBusy}
        hint={hint}
        submitWords={'newsletter' in ask ? t`Sign up` : t`Tell me`}
        takesFocus={look !== 'open'}
      >
        {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      </EmailRow>
    </form>
  );
}

interface EmailRowProps {
  label: string;
  error: string | undefined;
  isBusy: boolean;
  hint: string;
  submitWords: string;
  takesFocus: boolean;
  /** Why sending failed, above the field. */
  children: React.ReactNode;
}

function EmailRow({ label, error, isBusy, hint, submitWords, takesFocus, children }: EmailRowProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      <div className="grid gap-3 min-[30rem]:grid-cols-[minmax(0,1fr)_auto]">
        <input
          {...{ id, name: 'email', type: 'email', autoComplete: 'email', className: 'input' }}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was pressed.
          autoFocus={takesFocus}
        />
        <Button variant="line" type="submit" busy={isBusy} busyLabel={t`Sending...`}>
          {submitWords}
        </Button>
      </div>
      {error && (
        <p className="error" id={`${id}-error`}>
          <Icon name="warning" small />
          {error}
        </p>
      )}
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    </div>
  );
}

function Answer({ isOn, email, promise, ask }: Done & Pick<AskedAlert, 'promise' | 'ask'>) {
  const box = useRef<HTMLDivElement>(null);
  // The button that had the focus has been removed.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1}>
      <Note tone="done">
        {isOn ? (
          <>
            {promise(email)}{' '}
            {'newsletter' in ask ? null : (
              <Link to="/saved">
                <Trans>Your alerts</Trans>
              </Link>
            )}
          </>
        ) : (
          <Trans>Please open the link in the email that we have sent to {email}. It begins then.</Trans>
        )}
      </Note>
    </div>
  );
}
