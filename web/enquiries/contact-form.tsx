import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../api.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { Note } from '../ui/note.tsx';
import { checkEnquiry, type EnquiryProblems } from './check-enquiry.ts';
import { type EnquiredPiece, enquiredPiece } from './enquired-piece.ts';

type Outcome = { success: boolean; message: string };

/** Sends a message to the shop. What was typed stays until it has arrived. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [piece, setPiece] = useEnquiredPiece(form);
  useSignedInPerson(form);
  const [problems, setProblems] = useState<EnquiryProblems>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isSending, setSending] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setOutcome(null);
    const enquiry = readEnquiry(event.currentTarget, piece);
    const found = await checkEnquiry(enquiry);
    const answer = Object.keys(found).length === 0 ? await call('sendEnquiry', { body: enquiry }) : null;
    const refused = answer?.success === false ? problemsOf(answer.issues ?? []) : found;
    setSending(false);
    setProblems(refused);
    focusFirst(form.current, refused);
    if (!answer) return;
    setOutcome(answer);
    if (!answer.success) return;
    form.current?.reset();
    setPiece(null);
  }

  return (
    <form className="form" ref={form} method="post" noValidate onSubmit={(event) => void send(event)}>
      {piece && <AboutPiece piece={piece} onRemove={() => setPiece(null)} />}
      <div className="grid-2">
        <TextField label="Name" name="name" autoComplete="name" required error={problems.name} />
        <TextField label="Email" name="email" type="email" autoComplete="email" required error={problems.email} />
      </div>
      <TextField label="Subject" name="subject" error={problems.subject} />
      <TextArea label="Message" name="message" required error={problems.message} />
      {outcome && <Note tone={outcome.success ? 'done' : 'failed'}>{outcome.message}</Note>}
      <div>
        <Button type="submit" busy={isSending} busyLabel="Sending...">
          Send Message
        </Button>
      </div>
    </form>
  );
}

function AboutPiece({ piece, onRemove }: { piece: EnquiredPiece; onRemove: () => void }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-6">
      <span>
        <span className="muted">About: </span>
        <span className="name">{piece.name}</span>
      </span>
      <button type="button" className="btn-text small" aria-label={`Remove: about ${piece.name}`} onClick={onRemove}>
        Remove
      </button>
    </p>
  );
}

/** The piece of the link that led here, until it is removed or sent. An empty subject becomes its name. */
function useEnquiredPiece(form: { readonly current: HTMLFormElement | null }) {
  const { state } = useLocation();
  const [piece, setPiece] = useState<EnquiredPiece | null>(null);
  useEffect(() => {
    const asked = enquiredPiece(state);
    if (!asked) return;
    setPiece(asked);
    const subject = form.current?.elements.namedItem('subject');
    if (subject instanceof HTMLInputElement && subject.value === '') subject.value = asked.name;
  }, [state, form]);
  return [piece, setPiece] as const;
}

/** Name and email of who is signed in, where nothing was typed; a sent form has them again. */
function useSignedInPerson(form: { readonly current: HTMLFormElement | null }): void {
  const session = useSession();
  useEffect(() => {
    for (const name of ['name', 'email'] as const) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.defaultValue = session?.[name] ?? '';
    }
  }, [session, form]);
}

function readEnquiry(form: HTMLFormElement, piece: EnquiredPiece | null) {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? '');
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
    ...(piece && { listingId: piece.id }),
  };
}

function problemsOf(issues: readonly { path: string; message: string }[]): EnquiryProblems {
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
}

/** After the page has drawn what is wrong, so that it is read out with the field. */
function focusFirst(form: HTMLFormElement | null, problems: EnquiryProblems): void {
  requestAnimationFrame(() => {
    for (const element of form?.elements ?? []) {
      if (!(element instanceof HTMLElement) || !problems[element.getAttribute('name') ?? '']) continue;
      element.focus();
      return;
    }
  });
}
