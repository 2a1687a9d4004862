// What pages need of the provenance; they do not load zod.
import { capitalised } from './capitalised.ts';
import { type Language, localeIn } from './languages.ts';
import type { ProvenanceLine } from './provenance.ts';

export const provenanceKinds = ['made', 'exhibited', 'published', 'restored', 'sold', 'resold', 'owned'] as const;
export type ProvenanceKind = (typeof provenanceKinds)[number];

/** After an entry of these kinds a piece has another owner. */
export const ownershipKinds: readonly ProvenanceKind[] = ['sold', 'resold', 'owned'];

/** Who has a piece whose owner is not named. */
export const privateOwner = 'Private collection';

/** What an entry says: its text, or else who has the piece from then on. */
export const entryText = ({ text, owner, buyer = '' }: { text: string; owner: string; buyer?: string }) =>
  text || owner || buyer || privateOwner;

/**
 * The order of entries: by year, the making before what else happened in it, then by month and day; what is not known comes before
 * what is. Those of one date stay as they were written.
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

/** `March 2022` for 2022-03, `14 March 2022` for 2022-03-14, or the same in the form of another language, as at the start of a line. */
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

/** The lines as one text, a sentence each. */
export function provenanceText(lines: readonly ProvenanceLine[]): string {
  return lines
    .map(({ date, text, place }) => {
      const words = [text, place].filter(Boolean).join('. ');
      return `${date === '' ? '' : `${partialDateInWords(date)}: `}${words}.`;
    })
    .join('\n');
}

/** The path of a piece and its public provenance as Linked Art. */
export const linkedArtPath = (id: string) => `/product/${id}/linked-art.json`;
