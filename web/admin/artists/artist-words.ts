import { plural, t } from '@lingui/core/macro';
import type { AdminArtist, AdminSeries, NewArtist, NewSeries } from '#contract/artists.ts';

type Known<Values> = { [Field in keyof Values]-?: Exclude<Values[Field], undefined> };
/** The values that the form of an artist can change. */
export type ArtistDraft = Known<Omit<NewArtist, 'linkListings'>>;
/** The values that the form of a series can change. */
export type SeriesDraft = Known<Omit<NewSeries, 'linkListings'>>;

/** The name of each field, in the order in which changed fields are listed. */
export const artistTitles: Readonly<Record<keyof ArtistDraft, string>> = {
  name: t`Name`,
  kind: t`Kind`,
  summary: t`One line`,
  birthYear: t`Born`,
  birthPlace: t`Born in`,
  deathYear: t`Died`,
  livesIn: t`Lives in`,
  quote: t`Quote`,
  quoteSource: t`Where it is from`,
  biography: t`Biography`,
  exhibitions: t`Exhibitions`,
  portrait: t`Portrait`,
  published: t`Shown in the shop`,
};

export const seriesTitles: Readonly<Record<keyof SeriesDraft, string>> = {
  name: t`Name`,
  artistId: t`Artist`,
  text: t`Text`,
  published: t`Shown in the shop`,
};

// The titles have exactly these keys.
export const artistFields = Object.keys(artistTitles) as (keyof ArtistDraft)[];
export const seriesFields = Object.keys(seriesTitles) as (keyof SeriesDraft)[];

const blankArtist: ArtistDraft = {
  name: '',
  kind: 'person',
  summary: '',
  birthYear: null,
  birthPlace: '',
  deathYear: null,
  livesIn: '',
  quote: '',
  quoteSource: '',
  biography: '',
  exhibitions: [],
  portrait: null,
  published: false,
};

/** The draft of a saved artist. For null, a new artist, it is empty. */
export function artistDraftOf(artist: AdminArtist | null): ArtistDraft {
  if (!artist) return blankArtist;
  const { name, kind, summary, birthYear, birthPlace, deathYear, livesIn } = artist;
  const { quote, quoteSource, biography, exhibitions, portrait, published } = artist;
  return {
    name,
    kind,
    summary,
    birthYear,
    birthPlace,
    deathYear,
    livesIn,
    quote,
    quoteSource,
    biography,
    exhibitions,
    published,
    portrait: portrait && { url: portrait.url, alt: portrait.alt },
  };
}

export function seriesDraftOf(series: AdminSeries | null): SeriesDraft {
  if (!series) return { name: '', artistId: null, text: '', published: false };
  const { name, artistId, text, published } = series;
  return { name, artistId, text, published };
}

/** A number of pieces in words, such as "3 pieces". */
export const countInWords = (count: number) => plural(count, { one: '# piece', other: '# pieces' });

/** The question that is asked before an artist or a series is deleted. */
export function deletionOf({ name, pieces }: { name: string; pieces: number }): string {
  if (pieces === 0) return t`Delete "${name}"? This cannot be undone.`;
  return plural(pieces, {
    one: `Delete "${name}"? # piece keeps the name as text. This cannot be undone.`,
    other: `Delete "${name}"? # pieces keep the name as text. This cannot be undone.`,
  });
}
