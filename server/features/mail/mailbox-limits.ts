import type { Refusal } from '#contract/errors.ts';
import { countAttempt } from '#server/features/attempts/attempts.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { mailboxOf } from '#server/platform/mailbox.ts';
import type { Shop } from '#server/shop.ts';
import { type EmailKind, emailCauses } from './email-kinds.ts';
import { isConfirmedAddress } from './mail.queries.ts';

/** The email of the owner whom the first start creates without ADMIN_EMAIL. No mailbox has this address, so nothing is sent to it. */
export const defaultAdminEmail = 'admin@shop.local';

// Windows in milliseconds.
const hour = 60 * 60_000;
const day = 24 * hour;

/** The most emails of one kind to one account. */
const ofKind = { limit: 20, window: hour };
/** The most emails to one mailbox that anybody can cause, of all kinds together. */
const ofAnybody = { limit: 5, window: hour };
const ofAnybodyInADay = { limit: 10, window: day };
/** The most emails to one mailbox that holders of accounts with unconfirmed addresses cause, of all kinds together. */
const ofHolders = { limit: 20, window: hour };

/**
 * Counts an email before it is queued. Refuses it (429) if the account or the mailbox has got as many as the limits allow, whoever caused
 * them (docs/behaviour/mail.md, 10 and 15). A mailbox is counted without the tags of its addresses (`mailboxOf`).
 */
export async function countEmail(
  tx: Writer,
  shop: Pick<Shop, 'settings' | 'clock'>,
  { kind, to, accountId }: { kind: EmailKind; to: string; accountId: string },
): Promise<Refusal | null> {
  const tooMany = await countAttempt(tx, shop, [{ subject: `emails of ${kind}:${accountId}`, ...ofKind }]);
  const cause = emailCauses[kind];
  if (tooMany || cause === 'shop') return tooMany;
  const mailbox = mailboxOf(to);
  const isConfirmed = await isConfirmedAddress(tx, to);
  if (cause === 'holder')
    return isConfirmed ? null : countAttempt(tx, shop, [{ subject: `emails of holders:${mailbox}`, ...ofHolders }]);
  // Whoever has confirmed the address can always get a new password within the hour, whatever others have asked for during the day.
  const isAlwaysPossible = kind === 'password reset' && isConfirmed;
  return countAttempt(tx, shop, [
    { subject: `emails of anybody:${mailbox}`, ...ofAnybody },
    ...(isAlwaysPossible ? [] : [{ subject: `emails of anybody in a day:${mailbox}`, ...ofAnybodyInADay }]),
  ]);
}
