import { t } from '@lingui/core/macro';
import type { NewPrivateLink, PrivateLink, PrivateLinkKind } from '#contract/private-sales.ts';
import { dayIn } from '../../../shell/day-in-zone.ts';
import { amountIn } from '../../orders/refund-draft.ts';

export interface LinkListing {
  listingId: string;
  name: string;
  words: string;
  /** The own price as it was typed; empty: the price in the collection. */
  price: string;
}

/** What was entered in the form of an offer or a room. */
export interface LinkDraft {
  kind: PrivateLinkKind;
  pieces: readonly LinkListing[];
  name: string;
  email: string;
  note: string;
  /** The last day, "2026-11-23" in the shop's time zone. */
  day: string;
  showsPrices: boolean;
  send: boolean;
}

/** The person for whom an offer or a room is. */
export type LinkClient = Pick<LinkDraft, 'name' | 'email'>;

const dayLength = 24 * 60 * 60_000;

export function firstDraft(
  kind: PrivateLinkKind,
  listings: readonly { id: string; name: string }[],
  timeZone: string,
): LinkDraft {
  return {
    kind,
    pieces: listings.map(({ id, name }) => ({ listingId: id, name, words: '', price: '' })),
    name: '',
    email: '',
    note: '',
    showsPrices: true,
    send: true,
    day: dayIn(timeZone, new Date(Date.now() + (kind === 'offer' ? 7 : 14) * dayLength)),
  };
}

export function draftOf(link: PrivateLink, timeZone: string): LinkDraft {
  const { kind, name, email, note, showsPrices, until } = link;
  const pieces = link.pieces.map(({ listingId, name: listing, words, price }) => ({
    listingId,
    name: listing,
    words,
    price: price === undefined ? '' : String(price),
  }));
  return {
    kind,
    pieces,
    name,
    email,
    note,
    showsPrices,
    send: false,
    day: dayIn(timeZone, new Date(Date.parse(until) - 1)),
  };
}

/** The request body, or error messages: for prices by the id of the listing, for the day as `day`. */
export function linkOf(draft: LinkDraft, timeZone: string): NewPrivateLink | { fields: Record<string, string> } {
  const { day, pieces, ...rest } = draft;
  const wrong = pieces.filter(({ price }) => price.trim() !== '' && amountIn(price) === null);
  const fields = {
    ...Object.fromEntries(wrong.map(({ listingId }) => [listingId, t`Please enter a price, for example 1250`])),
    ...(day === '' && { day: t`Please choose a day` }),
  };
  if (Object.keys(fields).length > 0) return { fields };
  return {
    ...rest,
    send: rest.send && rest.email.trim() !== '',
    until: endOfDay(day, timeZone),
    pieces: pieces.map(({ listingId, words, price }) => {
      const own = amountIn(price);
      return { listingId, words, ...(own !== null && { price: own }) };
    }),
  };
}

const quarter = 15 * 60_000;

/** The midnight after a day in a time zone, ISO 8601. Offsets of zones are multiples of a quarter of an hour. */
export function endOfDay(day: string, timeZone: string): string {
  let at = Date.parse(`${day}T08:00:00.000Z`);
  while (dayIn(timeZone, new Date(at)) <= day) at += 4 * quarter;
  while (dayIn(timeZone, new Date(at - quarter)) > day) at -= quarter;
  return new Date(at).toISOString();
}

/** The pieces with the one at `index` moved up. */
export function movedUp(listings: readonly LinkListing[], index: number): LinkListing[] {
  const [moved] = listings.slice(index, index + 1);
  const others = listings.filter((_, position) => position !== index);
  return moved ? [...others.slice(0, index - 1), moved, ...others.slice(index - 1)] : others;
}
