import { t } from '@lingui/core/macro';
import { carriers, findCarrier } from '#contract/carriers.ts';
import type { Shipment } from '#contract/shipments.ts';
import { dayIn } from '../../shell/day-in-zone.ts';

/** What staff have entered about a shipment. */
export interface ShipmentDraft {
  /** A known carrier, or `other`. */
  choice: string;
  /** The name of another carrier. */
  other: string;
  number: string;
  /** "2026-11-23" in the shop's time zone. */
  day: string;
  /** The pieces that stay. */
  left: readonly string[];
  note: string;
  email: boolean;
}

export const otherCarrier = 'other';

export const emptyShipment = (today: string): ShipmentDraft => ({
  choice: carriers[0]?.name ?? otherCarrier,
  other: '',
  number: '',
  day: today,
  left: [],
  note: '',
  email: true,
});

/** A shipment to correct. */
export function draftOf({ carrier, number, shippedAt }: Shipment, timeZone: string): ShipmentDraft {
  const known = findCarrier(carrier);
  const choice = known?.name ?? otherCarrier;
  const other = known ? '' : carrier;
  return { choice, other, number, day: dayIn(timeZone, new Date(shippedAt)), left: [], note: '', email: false };
}

export const carrierOf = ({ choice, other }: ShipmentDraft) => (choice === otherCarrier ? other.trim() : choice);

/** What is wrong with the draft, by field; empty if nothing is. The server decides again. */
export function problemsOf(draft: ShipmentDraft, today: string): Record<string, string> {
  const carrier = carrierOf(draft);
  return {
    ...(carrier === '' && { carrier: t`Please name the carrier` }),
    ...(draft.number.trim() === '' &&
      findCarrier(carrier) && { number: t`Please give the tracking number of ${carrier}` }),
    ...((draft.day === '' || draft.day > today) && { shippedAt: t`Please choose today or an earlier day` }),
  };
}
