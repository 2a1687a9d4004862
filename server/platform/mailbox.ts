import { foldText } from '#contract/text.ts';
import { hashOfToken } from './token-hash.ts';

/**
 * The mailbox that gets the emails to an address, for counting people: without a `+tag`, and at Gmail without dots. Emails are always
 * sent to the address itself.
 */
export function mailboxOf(email: string): string {
  const folded = foldText(email);
  const at = folded.lastIndexOf('@');
  const [local, domain] = [folded.slice(0, at), folded.slice(at + 1)];
  const untagged = local.split('+', 1)[0] || local;
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${untagged.replaceAll('.', '') || untagged}@gmail.com`
    : `${untagged}@${domain}`;
}

/** A hash of the mailbox, for rows that outlive the account. */
export const mailboxKey = (email: string): string => hashOfToken(`mailbox ${mailboxOf(email)}`);
