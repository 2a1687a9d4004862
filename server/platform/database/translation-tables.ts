import type { Milliseconds } from './milliseconds.ts';

/** The table of translations/. */
export interface TranslationTables {
  translations: TranslationsTable;
}

/** The owner's texts about one subject in one language. At most one of `listing_id`, `artist_id` and `series_id` is set, by the kind. */
export interface TranslationsTable {
  /** A kind of subject in contract/translations.ts. */
  kind: string;
  subject_id: string;
  language: string;
  listing_id: string | null;
  artist_id: string | null;
  series_id: string | null;
  /** JSON: texts by field. */
  texts: string;
  /** JSON: the English texts from which they were made, by field; `{}` for translations from before this column. */
  english: string;
  changed_at: Milliseconds;
}
