import type { Milliseconds } from './milliseconds.ts';

/** The table of translations/. */
export interface TranslationTables {
  translations: TranslationsTable;
}

/** The owner's texts about one thing in one language. Of the three references the one of its kind is set. */
export interface TranslationsTable {
  /** As in contract/translations.ts. */
  kind: string;
  subject_id: string;
  language: string;
  listing_id: string | null;
  artist_id: string | null;
  series_id: string | null;
  /** JSON: texts by field. */
  texts: string;
  /** JSON: the English texts from which they were made, by field; without those of translations from before this was stored. */
  english: string;
  changed_at: Milliseconds;
}
