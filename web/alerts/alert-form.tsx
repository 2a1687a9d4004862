import { useId, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../api.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';

export interface AskedPiece {
  id: string;
  name: string;
  isSold: boolean;
}

interface Done {
  isOn: boolean;
  email: string;
}

/** Asks for the email: people who are signed in by one button, guests with an address that has to be confirmed. */
export default function AlertForm({ id, name, isSold }: AskedPiece) {
  const session = useSession();
  const [isOpen, setOpen] = useState(isSold);
  const [done, setDone] = useState<Done | null>(null);
  const words = isSold ? 'Tell me if it comes back' : 'Tell me if it is free again';
  const { isBusy, failure, submit, form } = useSubmission(async () => {
    const field = form.ref.current?.elements.namedItem('email');
    const email = field instanceof HTMLInputElement ? field.value.trim() : '';
    if (!session && email === '') return { message: '', fields: { email: 'Please enter your email address' } };
    const answer = await call('addAlert', { body: { listingId: id, ...(!session && { email }) } });
    if (!answer.success) return answer.fields?.email ? { message: '', fields: answer.fields } : answer;
    setDone({ isOn: answer.state === 'on', email: session?.email ?? email });
  });
  if (done) return <Answer {...done} name={name} event={isSold ? 'comes back' : 'is free again'} />;
  if (session || !isOpen)
    return (
      <div className="grid justify-items-start gap-3">
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <Button
          variant={isSold ? 'line' : 'text'}
          busy={isBusy}
          aria-expanded={session ? undefined : false}
          onClick={session ? submit : () => setOpen(true)}
        >
          {words}
        </Button>
        {isSold && <p className="hint">One email if it does, and nothing else.</p>}
      </div>
    );
  return (
    <form method="post" {...form}>
      <EmailRow label={words} error={failure?.fields?.email} isBusy={isBusy} takesFocus={!isSold}>
        {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      </EmailRow>
    </form>
  );
}

interface EmailRowProps {
  label: string;
  error: string | undefined;
  isBusy: boolean;
  takesFocus: boolean;
  /** Why sending failed, above the button. */
  children: React.ReactNode;
}

function EmailRow({ label, error, isBusy, takesFocus, children }: EmailRowProps) {
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
        <Button variant="line" type="submit" busy={isBusy} busyLabel="Sending...">
          Tell me
        </Button>
      </div>
      {error && (
        <p className="err" id={`${id}-error`}>
          <Icon name="warning" small />
          {error}
        </p>
      )}
      <p className="hint" id={`${id}-hint`}>
        One email if it does, and nothing else.
      </p>
    </div>
  );
}

function Answer({ isOn, email, name, event }: Done & { name: string; event: string }) {
  return (
    <Note tone="done">
      {isOn ? (
        <>
          We will write to {email} if {name} {event}. <Link to="/saved">Your alerts</Link>
        </>
      ) : (
        <>Please open the link in the email that we have sent to {email}. Your alert begins then.</>
      )}
    </Note>
  );
}
