import type { DeclineReason } from '#contract/states.ts';

/** What a buyer reads about a declined card (docs/behaviour/checkout.md, 26). */
export const declineWords: Readonly<Record<DeclineReason, string>> = {
  funds: 'Your bank declined the card: not enough money on it.',
  limit: 'Your bank declined the card: it has reached its limit.',
  expired: 'Your bank declined the card: it has expired.',
  details: 'The card was declined: its number, expiry date or security code was not right.',
  authentication: 'The card was declined: your bank could not confirm that it was you.',
  unsupported: 'The card was declined: it cannot be used for this purchase.',
  again: 'The card could not be charged just now. It may work in a moment.',
  bank: 'The card was declined. Your bank may tell you why.',
};
