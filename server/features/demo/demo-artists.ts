import { insertArtist, insertSeries, newArtistRow, newSeriesRow } from '#server/features/artists/artists.ts';
import { slugOf } from '#server/features/catalog/catalog.ts';
import type { Writer } from '#server/platform/database/database.ts';
import demo from './artists.json' with { type: 'json' };

const notReal = '*The artists of this demo collection do not exist. Their lives, words and exhibitions are invented.*';

/** The ids of the artist and of the series that a listing of the demo has. */
export const choiceOf = ({ artist, series }: { artist: string; series: string }) => ({
  artist_id: demo.artists.some(({ name }) => name === artist) ? idOf(artist) : null,
  series_id: demo.series.some(({ name }) => name === series) ? idOf(series) : null,
});

/** Writes the artists and series of the demo, all with a page. Listings refer to them, so they come first. */
export async function insertDemoArtists(tx: Writer, now: number): Promise<void> {
  const made = (name: string) => ({ id: idOf(name), slug: slugOf(name), now, isDemo: true });
  for (const { kind, biography, ...artist } of demo.artists) {
    const isWorkshop = kind === 'workshop';
    const texts = { ...artist, kind: isWorkshop ? ('workshop' as const) : ('person' as const) };
    const row = { ...texts, biography: `${biography}\n\n${notReal}`, published: true };
    await insertArtist(tx, newArtistRow(made(artist.name), row));
  }
  for (const { name, artist, text } of demo.series) {
    const artistId = artist === null ? null : idOf(artist);
    await insertSeries(tx, newSeriesRow(made(name), { name, artistId, text, published: true }));
  }
}

/** The id of an artist or a series of the demo. */
export const idOf = (name: string) => `demo-${slugOf(name)}`;
