import type { Appointment } from '#contract/appointments.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { EmailParts } from '#server/features/mail/mail.ts';
import { greetingOf } from './price-lines.ts';

/** An appointment before and after a change, and where the buyer collects. */
export interface AppointmentChange {
  before: Appointment | null;
  after: Appointment | null;
  /** Empty if the shop offers no pickup any more. */
  place: string;
}

/** "Monday 23 November 2026, 10:00 to 12:00". */
export function appointmentInWords({ day, from, to }: Appointment): string {
  return `${dayFormat.format(new Date(`${day}T12:00:00Z`)).replace(',', '')}, ${from} to ${to}`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
});

/** The email about a new, changed or cancelled appointment. */
export function appointmentEmailOf(order: OrderDetails, { before, after, place }: AppointmentChange): EmailParts {
  const greeting = greetingOf(order);
  if (!after) {
    const when = before ? ` on ${appointmentInWords(before)}` : '';
    const cancelled = `The appointment to collect your order ${order.id}${when} is cancelled. We will write to you about another one.`;
    const heading = 'Your appointment is cancelled';
    return { subject: `${heading}: ${order.id}`, heading, paragraphs: [greeting, cancelled] };
  }
  const heading = before ? 'Your appointment has changed' : 'Your appointment to collect';
  return {
    subject: `${heading}: ${order.id}`,
    heading,
    paragraphs: [
      greeting,
      `You can collect your order ${order.id} on ${appointmentInWords(after)}.`,
      ...(after.note === '' ? [] : [after.note]),
    ],
    lines: [
      { label: 'When', value: appointmentInWords(after) },
      ...(place === '' ? [] : [{ label: 'Where', value: place }]),
      ...order.items.map(({ listing }) => ({ label: 'Piece', value: listing.name })),
    ],
  };
}
