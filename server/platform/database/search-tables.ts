/** The tables of the search, which catalog/ writes. */
export interface SearchTables {
  listing_search: ListingSearchTable;
  search_words: SearchWordsTable;
  translated_search: TranslatedSearchTable;
  translated_search_words: TranslatedSearchWordsTable;
}

/** What each listing is found by: words without diacritics, with a space before each. */
export interface ListingSearchTable {
  /** Random. SQLite's full-text index refers to rows by it, because it does not change when the file is rewritten (decision 0043). */
  key: number;
  listing_id: string;
  /** The words of the listing's name. */
  names: string;
  /** The words of its artists and series. */
  makers: string;
  /** All words of the listing, also those of its texts. */
  words: string;
  /** When the listing was created, epoch milliseconds. Equally good matches are sorted by it. */
  created_at: number;
}

/** The words of all listings. A misspelt word of a search is compared with them. */
export interface SearchWordsTable {
  word: string;
  /** How many listings have the word. */
  listings: number;
}

/**
 * What a listing with translated texts is found by on the pages of a language: the words of `listing_search` and those of the
 * translations. There is no row for a listing that visitors do not see.
 */
export interface TranslatedSearchTable extends ListingSearchTable {
  language: string;
  /** The English medium, folded; empty if there is none. */
  medium_folded: string;
  /** The translation of the medium; empty if there is none. */
  medium: string;
}

/** The words that `translated_search` has and `listing_search` has not. */
export interface TranslatedSearchWordsTable extends SearchWordsTable {
  language: string;
}
