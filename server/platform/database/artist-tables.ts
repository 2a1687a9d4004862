import type { ArtistKind } from '#contract/artist-kinds.ts';
import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

/** Tables of artists/. */
export interface ArtistTables {
  artists: ArtistsTable;
  series: SeriesTable;
}

/** The columns that both tables have. */
interface NamedColumns {
  id: string;
  /** The last part of the page's address; never changed. */
  slug: string;
  name: string;
  name_folded: string;
  /** The name without diacritics, searched by `q`. */
  search_text: string;
  is_published: Flag;
  created_at: Milliseconds;
  updated_at: Milliseconds;
  is_demo: Flag;
}

export interface ArtistsTable extends NamedColumns {
  kind: ArtistKind;
  /** One line for lists. */
  summary: string;
  birth_year: number | null;
  death_year: number | null;
  birth_place: string;
  lives_in: string;
  quote: string;
  quote_source: string;
  /** Markdown. */
  biography: string;
  /** JSON: [{year, title, place}]. */
  exhibitions: string;
  /** Empty if there is no portrait. */
  portrait_url: string;
  portrait_alt: string;
}

export interface SeriesTable extends NamedColumns {
  /** Null if the series belongs to no single artist. */
  artist_id: string | null;
  /** Markdown. */
  text: string;
}
