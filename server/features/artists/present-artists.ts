import type { AdminArtist, AdminSeries, Artist, ListedArtist } from '#contract/artists.ts';
import type { Image } from '#contract/catalog.ts';
import { countWorks, findWorkPictures } from '#server/features/catalog/catalog.ts';
import { imageSets } from '#server/features/media/media.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { exhibitionsOf } from './artist-record.ts';
import { type ArtistRow, type SeriesRow, selectArtistsByIds } from './artists.queries.ts';

/** How many pictures of an artist's works a list of artists shows at most. */
const picturesPerArtist = 3;

type RowOfList = ListedArtist & { published: boolean; updatedAt: string; hasBiography: boolean };

/** Artists as lists show them, with the fields that only the panel shows. */
export async function presentList(reader: Reader, rows: readonly ArtistRow[]): Promise<RowOfList[]> {
  const ids = rows.map(({ id }) => id);
  const [countsOf, picturesOf, portraits] = [
    await countWorks(reader, 'artist_id', ids),
    await findWorkPictures(reader, 'artist_id', { ids, most: picturesPerArtist }),
    await portraitsOf(reader, rows),
  ];
  return rows.map((row, position) => ({
    ...factsOf(row, portraits[position] ?? null),
    ...countsOf(row.id),
    ...panelFieldsOf(row),
    pictures: picturesOf(row.id),
    hasBiography: row.biography !== '',
  }));
}

/** An artist with all texts, and with the fields that only the panel shows. */
export async function presentArtist(reader: Reader, row: ArtistRow): Promise<AdminArtist> {
  const [portrait = null] = await portraitsOf(reader, [row]);
  return {
    ...factsOf(row, portrait),
    ...(await countWorks(reader, 'artist_id', [row.id]))(row.id),
    ...panelFieldsOf(row),
    ...longTextsOf(row),
  };
}

/** An artist with all texts, without the portrait and the counts of works. */
export const artistTextsOf = (row: ArtistRow): ArtistTexts => ({ ...factsOf(row, null), ...longTextsOf(row) });

export type ArtistTexts = Omit<Artist, 'portrait' | 'pieces' | 'available'>;

/** Removes the fields that only the panel shows. */
export function withoutPanelFields<Row extends { published: boolean; updatedAt: string }>({
  published: _,
  updatedAt: __,
  ...row
}: Row): Omit<Row, 'published' | 'updatedAt'> {
  return row;
}

/** Series with the fields that only the panel shows. `artist` is null unless the artist has a page. */
export async function presentSeries(reader: Reader, rows: readonly SeriesRow[]): Promise<AdminSeries[]> {
  const countsOf = await countWorks(
    reader,
    'series_id',
    rows.map(({ id }) => id),
  );
  const artistIds = [...new Set(rows.flatMap((row) => row.artist_id ?? []))];
  const artists = new Map((await selectArtistsByIds(reader, artistIds)).map((artist) => [artist.id, artist]));
  return rows.map((row) => {
    const artist = artists.get(row.artist_id ?? '');
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      text: row.text,
      artistId: row.artist_id,
      artist: artist?.is_published === 1 ? { slug: artist.slug, name: artist.name } : null,
      ...countsOf(row.id),
      ...panelFieldsOf(row),
    };
  });
}

type Facts = Omit<Artist, 'pieces' | 'available' | 'quote' | 'quoteSource' | 'biography' | 'exhibitions'>;

const factsOf = (row: ArtistRow, portrait: Image | null): Facts => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  kind: row.kind,
  summary: row.summary,
  birthYear: row.birth_year,
  deathYear: row.death_year,
  birthPlace: row.birth_place,
  livesIn: row.lives_in,
  portrait,
});

/** The texts that lists of artists do not show. */
const longTextsOf = ({ quote, quote_source, biography, exhibitions }: ArtistRow) => ({
  quote,
  quoteSource: quote_source,
  biography,
  exhibitions: exhibitionsOf(exhibitions),
});

const panelFieldsOf = (row: ArtistRow | SeriesRow) => ({
  published: row.is_published === 1,
  updatedAt: new Date(row.updated_at).toISOString(),
});

async function portraitsOf(reader: Reader, rows: readonly ArtistRow[]): Promise<(Image | null)[]> {
  const sets = await imageSets(
    reader,
    rows.map((row) => (row.portrait_url === '' ? [] : [{ url: row.portrait_url, alt: row.portrait_alt }])),
  );
  return sets.map(([portrait = null]) => portrait);
}
