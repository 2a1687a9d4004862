import { t } from '@lingui/core/macro';
import type { AttemptState } from '#contract/states.ts';

/** The states of attempts to pay (docs/behaviour/payments.md, 12) in the words of the panel. */
export const attemptStateLabels: Readonly<Record<AttemptState, string>> = {
  opening: t`Page being opened`,
  open: t`Waiting for the buyer`,
  authorised: t`Authorised`,
  capturing: t`Being charged`,
  captured: t`Paid`,
  releasing: t`Being released`,
  released: t`Released, not charged`,
  refunding: t`Being refunded`,
  refunded: t`Refunded`,
  expired: t`Ended without payment`,
  failed: t`Failed`,
  attention: t`Needs attention`,
};

/** The colours of the badges of the states; undefined is grey. */
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
