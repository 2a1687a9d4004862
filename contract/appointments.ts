import { z } from 'zod';
import { limits } from './limits.ts';
import { line } from './text.ts';

const time = z
  .string()
  .max(5, { error: 'A time, like 10:00', abort: true })
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time, like 10:00');

/** When a buyer collects an order, in the time zone of the shop. */
export const appointment = z.object({
  day: z.iso.date('A day, like 2026-11-23'),
  from: time,
  to: time,
  /** For the buyer; may be empty. */
  note: line(limits.subject),
});
export type Appointment = z.infer<typeof appointment>;

export const newAppointment = appointment.partial({ note: true }).refine(({ from, to }) => from < to, {
  path: ['to'],
  message: 'The end is after the beginning',
});
export type NewAppointment = z.infer<typeof newAppointment>;
