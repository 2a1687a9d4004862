/** Part of `Tables`, written by catalog/. */
export interface SearchTables {
  listing_search: ListingSearchTable;
  search_words: SearchWordsTable;
  translated_search: TranslatedSearchTable;
  translated_search_words: TranslatedSearchWordsTable;
}

/** What each listing is found by: words without diacritics, with a space before each. */
export interface ListingSearchTable {
  /** Random. The index of SQLite refers to it, because it stays the same when the file is rewritten (decision 0043). */
  key: number;
  listing_id: string;
  /** Of its name. */
  names: string;
  /** Of its artists and series. */
  makers: string;
  /** All its words, those of its texts included. */
  words: string;
  /** Of the listing: equally good matches are shown by it. */
  created_at: number;
}

/** The words of all listings, among which the meant one is looked for after a typing error. */
export interface SearchWordsTable {
  word: string;
  /** Listings that have it. */
  listings: number;
}

/**
 * What a listing with translated texts is found by on the pages of a language: the words of `listing_search` and those of the
 * translations. There is no row for a listing that visitors do not see.
 */
export interface TranslatedSearchTable extends ListingSearchTable {
  language: string;
  /** The English medium, folded, and its translation; empty without one. */
  medium_folded: string;
  medium: string;
}

/** The words that `translated_search` has and `listing_search` has not. */
export interface TranslatedSearchWordsTable extends SearchWordsTable {
  language: string;
}
