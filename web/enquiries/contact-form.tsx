import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { conditionRequest } from '#contract/condition-words.ts';
import { placeName } from '#contract/country-names.ts';
import { call } from '../api.ts';
import { useSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { TextArea, TextField } from '../ui/field.tsx';
import { FailureNote, Note } from '../ui/note.tsx';
import { useSubmission } from '../ui/use-submission.ts';
import { checkEnquiry } from './check-enquiry.ts';
import { type EnquirySubject, firstFieldId, parseEnquirySubject } from './enquired-listing.ts';

/** Sends a message to the shop. The fields are cleared only after a successful request. */
export function ContactForm() {
  const { isBusy, failure, form } = useSubmission(send);
  const [about, setAbout] = useEnquirySubject(form.ref);
  useSignedInDefaults(form.ref);
  const [done, setDone] = useState<string | null>(null);
  const errors = failure?.fields ?? {};

  async function send() {
    if (!form.ref.current) return;
    setDone(null);
    const enquiry = readEnquiry(form.ref.current, about);
    const fields = await checkEnquiry(enquiry);
    if (Object.keys(fields).length > 0) return { message: '', fields };
    const answer = await call('sendEnquiry', { body: enquiry });
    if (!answer.success) return answer;
    setDone(answer.message);
    form.ref.current.reset();
    setAbout(null);
  }

  return (
    <form className="form" method="post" {...form}>
      {about && <About about={about} onRemove={() => setAbout(null)} />}
      <div className="grid-2">
        <TextField id={firstFieldId} label={t`Name`} name="name" autoComplete="name" required error={errors.name} />
        <TextField label={t`Email`} name="email" type="email" autoComplete="email" required error={errors.email} />
      </div>
      <TextField label={t`Subject`} name="subject" error={errors.subject} />
      <TextArea label={t`Message`} name="message" required error={errors.message} />
      {done !== null && <Note tone="done">{done}</Note>}
      {failure?.message && <FailureNote>{failure.message}</FailureNote>}
      <div>
        <Button type="submit" busy={isBusy} busyLabel={t`Sending...`}>
          <Trans>Send Message</Trans>
        </Button>
      </div>
    </form>
  );
}

function About({ about: { pieces, place, asksFor }, onRemove }: { about: EnquirySubject; onRemove: () => void }) {
  const names = pieces.map(({ name }) => name).join(', ');
  const destination = place && placeName(place);
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-6">
      <span>
        <span className="muted">{t`About:`} </span>
        <span className="name">{names}</span>
        {destination && <span className="muted">, {t`delivery to ${destination}`}</span>}
        {asksFor && <span className="muted">, {t`the condition report`}</span>}
      </span>
      <button type="button" className="button-text small" aria-label={t`Remove: about ${names}`} onClick={onRemove}>
        <Trans>Remove</Trans>
      </button>
    </p>
  );
}

/**
 * Returns what the enquiry is about, from the navigation state, until it is removed or sent. Fills an empty subject field, and an empty
 * message field if the condition report is asked for.
 */
function useEnquirySubject(form: RefObject<HTMLFormElement | null>) {
  const { state } = useLocation();
  const [about, setAbout] = useState<EnquirySubject | null>(null);
  useEffect(() => {
    const asked = parseEnquirySubject(state);
    if (!asked) return;
    setAbout(asked);
    const fields = form.current?.elements;
    const [subject, message] = [fields?.namedItem('subject'), fields?.namedItem('message')];
    if (subject instanceof HTMLInputElement && subject.value === '') subject.value = subjectOf(asked);
    if (asked.asksFor && message instanceof HTMLTextAreaElement && message.value === '')
      message.value = conditionRequest;
  }, [state, form]);
  return [about, setAbout] as const;
}

function subjectOf({ pieces, place, asksFor }: EnquirySubject): string {
  const name = pieces[0]?.name ?? '';
  if (asksFor) return t`Condition report: ${name}`;
  if (!place) return name;
  const destination = placeName(place);
  return t`Delivery to ${destination}`;
}

/** Sets name and email of the signed-in user as default values, which a reset restores. */
function useSignedInDefaults(form: RefObject<HTMLFormElement | null>): void {
  const session = useSession();
  useEffect(() => {
    for (const name of ['name', 'email'] as const) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement) field.defaultValue = session?.[name] ?? '';
    }
  }, [session, form]);
}

function readEnquiry(form: HTMLFormElement, about: EnquirySubject | null) {
  const fields = new FormData(form);
  const text = (name: string) => String(fields.get(name) ?? '');
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
    ...(about && { listingIds: about.pieces.map(({ id }) => id) }),
    ...(about?.place && { place: about.place }),
    ...(about?.asksFor && { asksFor: about.asksFor }),
  };
}
