import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '../api.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { checkEnquiry, type EnquiryErrors } from './check-enquiry.ts';
import { type EnquiredListing, firstFieldId, parseEnquiredListing } from './enquired-listing.ts';

type Outcome = { success: boolean; message: string };

/** Sends a message to the shop. The fields are cleared only after a successful request. */
export function ContactForm() {
  const form = useRef<HTMLFormElement>(null);
  const [listing, setListing] = useEnquiredListing(form);
  useSignedInDefaults(form);
  const [errors, setErrors] = useState<EnquiryErrors>({});
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [isSending, setSending] = useState(false);

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setOutcome(null);
    const enquiry = readEnquiry(event.currentTarget, listing);
    const invalid = await checkEnquiry(enquiry);
    const answer = Object.keys(invalid).length === 0 ? await call('sendEnquiry', { body: enquiry }) : null;
    const nextErrors = answer?.success === false ? errorsOf(answer.issues ?? []) : invalid;
    setSending(false);
    setErrors(nextErrors);
    focusFirstInvalid(form.current, nextErrors);
    if (!answer) return;
    setOutcome(answer);
    if (!answer.success) return;
    form.current?.reset();
    setListing(null);
  }

  return (
    <form className="form" ref={form} method="post" noValidate onSubmit={(event) => void send(event)}>
      {listing && <AboutListing listing={listing} onRemove={() => setListing(null)} />}
      <div className="grid-2">
        <TextField id={firstFieldId} label="Name" name="name" autoComplete="name" required error={errors.name} />
        <TextField label="Email" name="email" type="email" autoComplete="email" required error={errors.email} />
      </div>
      <TextField label="Subject" name="subject" error={errors.subject} />
      <TextArea label="Message" name="message" required error={errors.message} />
      {outcome?.success === true && <Note tone="done">{outcome.message}</Note>}
      {outcome?.success === false && <FailureNote>{outcome.message}</FailureNote>}
      <div>
        <Button type="submit" busy={isSending} busyLabel="Sending...">
          Send Message
        </Button>
      </div>
    </form>
  );
}

function AboutListing({ listing, onRemove }: { listing: EnquiredListing; onRemove: () => void }) {
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-6">
      <span>
        <span className="muted">About: </span>
        <span className="name">{listing.name}</span>
      </span>
      <button type="button" className="btn-text small" aria-label={`Remove: about ${listing.name}`} onClick={onRemove}>
        Remove
      </button>
    </p>
  );
}

/** The listing from the navigation state, until it is removed or sent. Its name fills an empty subject. */
function useEnquiredListing(form: { readonly current: HTMLFormElement | null }) {
  const { state } = useLocation();
  const [listing, setListing] = useState<EnquiredListing | null>(null);
  useEffect(() => {
    const enquired = parseEnquiredListing(state);
    if (!enquired) return;
    setListing(enquired);
    const subject = form.current?.elements.namedItem('subject');
    if (subject instanceof HTMLInputElement && subject.value === '') subject.value = enquired.name;
  }, [state, form]);
  return [listing, setListing] as const;
}

/** Sets name and email of the signed-in user as default values, which a reset restores. */
function useSignedInDefaults(form: { readonly current: HTMLFormElement | null }): void {
  const session = useSession();
  useEffect(() => {
    for (const name of ['name', 'email'] as const) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.defaultValue = session?.[name] ?? '';
    }
  }, [session, form]);
}

function readEnquiry(form: HTMLFormElement, listing: EnquiredListing | null) {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? '');
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
    ...(listing && { listingId: listing.id }),
  };
}

function errorsOf(issues: readonly { path: string; message: string }[]): EnquiryErrors {
  return Object.fromEntries(issues.map(({ path, message }) => [path, message]));
}

/** Focuses the first invalid field after the errors are rendered, so that a screen reader reads them with the field. */
function focusFirstInvalid(form: HTMLFormElement | null, errors: EnquiryErrors): void {
  requestAnimationFrame(() => {
    for (const element of form?.elements ?? []) {
      if (!(element instanceof HTMLElement) || !errors[element.getAttribute('name') ?? '']) continue;
      element.focus();
      return;
    }
  });
}
