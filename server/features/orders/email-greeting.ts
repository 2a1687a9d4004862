import { nameInEmail, salutation } from '#server/features/mail/mail.ts';
import type { Say } from '#server/platform/translations.ts';
import type { OrderInEmails } from './order-details.ts';

/** The first line of an email to the buyer, who is called by the first name of the delivery, or by the name of the account. */
export function greetingOf(say: Say, { delivery, buyer }: OrderInEmails): string {
  const name = nameInEmail(delivery.firstName) === '' ? buyer.name : delivery.firstName;
  return `${salutation(say, name)},`;
}
