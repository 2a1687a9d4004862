import { t } from '@lingui/core/macro';
import { carriers, findCarrier } from '#contract/carriers.ts';
import type { Shipment } from '#contract/shipments.ts';
import { dayIn } from '../../shell/day-in-zone.ts';

/** What staff have entered about a shipment. */
export interface ShipmentDraft {
  /** The name of a carrier in the list, or `otherCarrier`. */
  choice: string;
  /** The name of a carrier that is not in the list. */
  other: string;
  number: string;
  /** The day on which it left, in the shop's time zone: "2026-11-23". */
  day: string;
  /** The ids of the pieces that do not leave with this shipment. */
  staying: readonly string[];
  note: string;
  email: boolean;
}

export const otherCarrier = 'other';

export const emptyShipment = (today: string): ShipmentDraft => ({
  choice: carriers[0]?.name ?? otherCarrier,
  other: '',
  number: '',
  day: today,
  staying: [],
  note: '',
  email: true,
});

/** The draft that corrects a saved shipment. */
export function draftOf({ carrier, number, shippedAt }: Shipment, timeZone: string): ShipmentDraft {
  const known = findCarrier(carrier);
  const choice = known?.name ?? otherCarrier;
  const other = known ? '' : carrier;
  return { choice, other, number, day: dayIn(timeZone, new Date(shippedAt)), staying: [], note: '', email: false };
}

export const carrierOf = ({ choice, other }: ShipmentDraft) => (choice === otherCarrier ? other.trim() : choice);

/** What is wrong with the draft, by field; empty if nothing is. The server checks again. */
export function problemsOf(draft: ShipmentDraft, today: string): Record<string, string> {
  const carrier = carrierOf(draft);
  return {
    ...(carrier === '' && { carrier: t`Please name the carrier` }),
    ...(draft.number.trim() === '' &&
      findCarrier(carrier) && { number: t`Please give the tracking number of ${carrier}` }),
    ...((draft.day === '' || draft.day > today) && { shippedAt: t`Please choose today or an earlier day` }),
  };
}
