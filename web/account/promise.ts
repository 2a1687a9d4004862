import { t } from '@lingui/core/macro';
import type { Appointment } from '#contract/appointments.ts';
import { localeIn } from '#contract/languages.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { afterWorkingDays } from '#contract/working-days.ts';
import { language } from '../language/language.ts';
import { dayIn } from '../shell/day-in-zone.ts';

/** The days by which an order leaves and arrives, at noon UTC; null if its delivery promises none, or before it is paid. */
export function promiseOf(
  { promised, payments }: OrderDetails,
  timeZone: string,
): { leaves: Date; arrives: Date } | null {
  const paidAt = payments.find(({ kind }) => kind === 'charge')?.at;
  if (!promised || paidAt === undefined) return null;
  const paid = dayIn(timeZone, new Date(paidAt));
  const noonAfter = (days: number) => new Date(`${afterWorkingDays(paid, days)}T12:00:00.000Z`);
  return { leaves: noonAfter(promised.packingDays), arrives: noonAfter(promised.arrivalDays) };
}

const dayFormat = new Intl.DateTimeFormat(localeIn(language, 'en-GB'), {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
});

/** A day such as "Monday 23 November". `noon` is noon UTC of that day. */
export const dayInWords = (noon: Date) => dayFormat.format(noon).replace(',', '').replace(/(\d) /, '$1\u00a0');

/** An appointment such as "Monday 23 November, 10:00 to 12:00", in the time zone of the shop. */
export const appointmentInWords = ({ day, from, to }: Appointment) =>
  t`${{ day: dayInWords(new Date(`${day}T12:00:00.000Z`)) }}, ${from} to ${to}`;
