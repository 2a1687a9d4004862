import { t } from '@lingui/core/macro';
import type { DeclineReason } from '#contract/states.ts';

/** What a buyer reads about a declined card (docs/behaviour/checkout.md, 26). */
export const declineWords: Readonly<Record<DeclineReason, string>> = {
  funds: t`Your bank declined the card: not enough money on it.`,
  limit: t`Your bank declined the card: it has reached its limit.`,
  expired: t`Your bank declined the card: it has expired.`,
  details: t`The card was declined: its number, expiry date or security code was not right.`,
  authentication: t`The card was declined: your bank could not confirm that it was you.`,
  unsupported: t`The card was declined: it cannot be used for this purchase.`,
  again: t`The card could not be charged just now. It may work in a moment.`,
  bank: t`The card was declined. Your bank may tell you why.`,
};
