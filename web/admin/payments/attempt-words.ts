import type { AttemptState } from '#contract/states.ts';

/** The states of attempts to pay (docs/behaviour/payments.md, 12) in the words of the panel. */
export const attemptStateLabels: Readonly<Record<AttemptState, string>> = {
  opening: 'Page being opened',
  open: 'Waiting for the buyer',
  authorised: 'Authorised',
  capturing: 'Being charged',
  captured: 'Paid',
  releasing: 'Being released',
  released: 'Released, not charged',
  refunding: 'Being refunded',
  refunded: 'Refunded',
  expired: 'Ended without payment',
  failed: 'Failed',
  attention: 'Needs attention',
};

/** Colours of the badges; grey without one. */
export const attemptStateTones = {
  opening: 'pending',
  open: 'pending',
  authorised: 'processing',
  capturing: 'processing',
  captured: 'paid',
  releasing: 'processing',
  released: undefined,
  refunding: 'processing',
  refunded: undefined,
  expired: undefined,
  failed: 'cancelled',
  attention: 'cancelled',
} as const satisfies Record<AttemptState, string | undefined>;
