import { z } from 'zod';
import type { ArtistChanges, Exhibition, NewArtist, NewSeries, SeriesChanges } from '#contract/artists.ts';
import { foldText } from '#contract/text.ts';
import { foldDiacritics } from '#server/platform/fold-text.ts';
import type { ArtistRow, SeriesRow } from './artists.queries.ts';

/** The fields that staff can write, with the names of the contract. */
type ArtistValues = Omit<ArtistChanges, 'expected'>;
type SeriesValues = Omit<SeriesChanges, 'expected'>;

interface NewRecord {
  id: string;
  slug: string;
  now: number;
  isDemo?: boolean;
}

export function newArtistRow({ id, slug, now, isDemo = false }: NewRecord, artist: NewArtist): ArtistRow {
  const blank: ArtistRow = {
    id,
    slug,
    name: '',
    name_folded: '',
    search_text: '',
    kind: 'person',
    summary: '',
    birth_year: null,
    death_year: null,
    birth_place: '',
    lives_in: '',
    quote: '',
    quote_source: '',
    biography: '',
    exhibitions: '[]',
    portrait_url: '',
    portrait_alt: '',
    is_published: 0,
    created_at: now,
    updated_at: now,
    is_demo: isDemo ? 1 : 0,
  };
  return changedArtist(blank, artist, now);
}

export function newSeriesRow({ id, slug, now, isDemo = false }: NewRecord, series: NewSeries): SeriesRow {
  const blank: SeriesRow = {
    id,
    slug,
    name: '',
    name_folded: '',
    search_text: '',
    artist_id: null,
    text: '',
    is_published: 0,
    created_at: now,
    updated_at: now,
    is_demo: isDemo ? 1 : 0,
  };
  return changedSeries(blank, series, now);
}

/** The row with these changes; a field that is undefined does not change. */
export function changedArtist(row: ArtistRow, changes: ArtistValues, now: number): ArtistRow {
  const { name, ...values } = { ...artistValuesOf(row), ...definedOf(changes) };
  return {
    ...row,
    ...namesOf(name),
    kind: values.kind,
    summary: values.summary,
    biography: values.biography,
    birth_year: values.birthYear,
    death_year: values.deathYear,
    birth_place: values.birthPlace,
    lives_in: values.livesIn,
    quote: values.quote,
    quote_source: values.quoteSource,
    exhibitions: JSON.stringify(values.exhibitions),
    portrait_url: values.portrait?.url ?? '',
    portrait_alt: values.portrait?.alt ?? '',
    is_published: values.published ? 1 : 0,
    updated_at: now,
  };
}

export function changedSeries(row: SeriesRow, changes: SeriesValues, now: number): SeriesRow {
  const { name, artistId, text, published } = { ...seriesValuesOf(row), ...definedOf(changes) };
  return { ...row, ...namesOf(name), artist_id: artistId, text, is_published: published ? 1 : 0, updated_at: now };
}

/** The fields that staff can write, in the order of the contract. */
export const artistValuesOf = (row: ArtistRow): Required<NoUndefined<ArtistValues>> => ({
  name: row.name,
  kind: row.kind,
  summary: row.summary,
  birthYear: row.birth_year,
  deathYear: row.death_year,
  birthPlace: row.birth_place,
  livesIn: row.lives_in,
  quote: row.quote,
  quoteSource: row.quote_source,
  biography: row.biography,
  exhibitions: exhibitionsOf(row.exhibitions),
  portrait: row.portrait_url === '' ? null : { url: row.portrait_url, alt: row.portrait_alt },
  published: row.is_published === 1,
});

export const seriesValuesOf = (row: SeriesRow): Required<NoUndefined<SeriesValues>> => ({
  name: row.name,
  artistId: row.artist_id,
  text: row.text,
  published: row.is_published === 1,
});

const exhibitionsOfRow = z.array(z.object({ year: z.number().nullable(), title: z.string(), place: z.string() }));

export const exhibitionsOf = (json: string): Exhibition[] => exhibitionsOfRow.parse(JSON.parse(json));

/** Whether any stored field differs from the value that the sender expected. */
export function differs(stored: object, expected: object | undefined): boolean {
  const now = new Map<string, unknown>(Object.entries(stored));
  return Object.entries(expected ?? {}).some(
    ([field, value]) => value !== undefined && JSON.stringify(now.get(field)) !== JSON.stringify(value),
  );
}

const namesOf = (name: string) => ({ name, name_folded: foldText(name), search_text: foldDiacritics(name) });

type NoUndefined<Values> = { [Field in keyof Values]: Exclude<Values[Field], undefined> };

function definedOf<Values extends object>(values: Values): Partial<NoUndefined<Values>> {
  // Entries without a value are left out, so the others keep their types.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<
    NoUndefined<Values>
  >;
}
