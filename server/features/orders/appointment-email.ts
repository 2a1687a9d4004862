import type { Appointment } from '#contract/appointments.ts';
import type { Language } from '#contract/languages.ts';
import type { EmailParts } from '#server/features/mail/mail.ts';
import { sayIn } from '#server/platform/translations.ts';
import { greetingOf } from './email-greeting.ts';
import type { OrderInEmails } from './order-details.ts';

/** An appointment before and after a change, and where the buyer collects. */
export interface AppointmentChange {
  before: Appointment | null;
  after: Appointment | null;
  /** Empty if the shop offers no pickup any more. */
  place: string;
}

/** An appointment in words, for example "Monday 23 November 2026, 10:00 to 12:00". */
export function appointmentInWords(
  { day, from, to }: Pick<Appointment, 'day' | 'from' | 'to'>,
  language: Language = 'en',
): string {
  const say = sayIn(language);
  const date = new Date(`${day}T12:00:00Z`);
  const dayInWords =
    language === 'en'
      ? new Intl.DateTimeFormat('en-GB', dayFormat).format(date).replace(',', '')
      : new Intl.DateTimeFormat(language, dayFormat).format(date);
  return say('{day}, {from} to {to}', { day: dayInWords, from, to });
}

/** Translates what `appointmentInWords` wrote in English. Other words are returned as they are. */
export function translateAppointment(words: string, language: Language): string {
  const [, date = '', from = '', to = ''] = /^\w+ (\d+ \w+ \d{4}), ([\d:]+) to ([\d:]+)$/.exec(words) ?? [];
  const at = Date.parse(`${date} UTC`);
  if (Number.isNaN(at)) return words;
  return appointmentInWords({ day: new Date(at).toISOString().slice(0, 10), from, to }, language);
}

const dayFormat: Intl.DateTimeFormatOptions = {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
};

/** The email about a new, changed or cancelled appointment. */
export function appointmentEmailOf(
  language: Language,
  order: OrderInEmails,
  { before, after, place }: AppointmentChange,
): EmailParts {
  const say = sayIn(language);
  const { id } = order;
  const greeting = greetingOf(say, order);
  if (!after) {
    const cancelled = before
      ? say(
          'The appointment to collect your order {id} on {when} is cancelled. We will write to you about another one.',
          { id, when: appointmentInWords(before, language) },
        )
      : say('The appointment to collect your order {id} is cancelled. We will write to you about another one.', { id });
    const heading = say('Your appointment is cancelled');
    return { language, subject: `${heading}: ${id}`, heading, paragraphs: [greeting, cancelled] };
  }
  const heading = before ? say('Your appointment has changed') : say('Your appointment to collect');
  const when = appointmentInWords(after, language);
  return {
    language,
    subject: `${heading}: ${id}`,
    heading,
    paragraphs: [
      greeting,
      say('You can collect your order {id} on {when}.', { id, when }),
      ...(after.note === '' ? [] : [after.note]),
    ],
    lines: [
      { label: say('When'), value: when },
      ...(place === '' ? [] : [{ label: say('Where'), value: place }]),
      ...order.items.map(({ listing }) => ({ label: say('Piece'), value: listing.name })),
    ],
  };
}
