// The parts of the provenance that pages import. They must not load zod.
import { capitalised } from './capitalised.ts';
import { type Language, localeIn } from './languages.ts';
import type { ProvenanceLine } from './provenance.ts';

export const provenanceKinds = ['made', 'exhibited', 'published', 'restored', 'sold', 'resold', 'owned'] as const;
export type ProvenanceKind = (typeof provenanceKinds)[number];

/** The kinds of entries after which a piece has another owner. */
export const ownershipKinds: readonly ProvenanceKind[] = ['sold', 'resold', 'owned'];

/**
 * States of the name that a buyer wrote for a provenance: it waits until staff have read it, then visitors read it, or the shop does not
 * show it.
 */
export const nameStates = ['waiting', 'shown', 'refused'] as const;
export type NameState = (typeof nameStates)[number];

/** The words for an owner who is not named. */
export const privateOwner = 'Private collection';

/** The words of an entry: its text, or else the owner of the piece from then on. */
export const entryText = ({ text, owner, buyer = '' }: { text: string; owner: string; buyer?: string }) =>
  text || owner || buyer || privateOwner;

/**
 * Compares two entries for sorting: by year, within a year the entry of the making first, then by month and day. An unknown part of a
 * date comes before a known one. Entries with equal dates are equal, so that sorting keeps the order in which they were written.
 */
export function compareEntries(one: Dated, other: Dated): number {
  const [left, right] = [keyOf(one), keyOf(other)];
  return left < right ? -1 : Number(left > right);
}

type Dated = Pick<ProvenanceLine, 'kind' | 'date'>;

function keyOf({ kind, date }: Dated): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return [year, kind === 'made' ? 0 : 1, month, day].join('-');
}

/** A date in words that begin with a capital letter: `March 2022` for 2022-03, `14 March 2022` for 2022-03-14. A year stays as it is. */
export function partialDateInWords(date: string, language: Language = 'en'): string {
  const [year, month, day] = date.split('-');
  if (month === undefined) return date;
  const words = new Date(`${year}-${month}-${day ?? '01'}T00:00:00Z`).toLocaleDateString(localeIn(language, 'en-AU'), {
    ...(day !== undefined && { day: 'numeric' }),
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return capitalised(words);
}

/** The entries as one text with a line for each. */
export function provenanceText(lines: readonly ProvenanceLine[]): string {
  return lines
    .map(({ date, text, place }) => {
      const words = [text, place].filter(Boolean).join('. ');
      return `${date === '' ? '' : `${partialDateInWords(date)}: `}${words}.`;
    })
    .join('\n');
}

/** The path of the Linked Art document about a piece and its public provenance. */
export const linkedArtPath = (id: string) => `/product/${id}/linked-art.json`;
