import type { Artist, ListedArtist, Series } from './artists.ts';
import type { Image, Listing, ListingSortField } from './catalog.ts';
import type { CheckedCertificate } from './certificates.ts';
import type { Box, CloseLook } from './close-look.ts';
import type { CollectionPage } from './collection.ts';
import type { CollectionSearch } from './collection-search.ts';
import type { Language } from './languages.ts';
import type { ListRequest } from './lists.ts';
import type { PolicyName } from './policies.ts';
import type { ProvenanceLine } from './provenance.ts';
import type { RichText } from './rich-text.ts';
import type { DeliveryFacts, OfferedEmails, PaymentOptions, ShopContact } from './shop.ts';

/** What the server provides for the loaders of public pages. Nothing here depends on the user. */
export interface PageServices {
  shop(): Promise<ShopFront>;
  /** One page of the collection without discontinued listings. `total` counts the listings of all pages. */
  listings(request: ListRequest<ListingSortField>): Promise<{ listings: Listing[]; total: number }>;
  /** Searches and filters the collection. `until`: when the next hold ends and the counts change, in epoch milliseconds; null if none. */
  collection(search: CollectionSearch): Promise<CollectionPage & { until: number | null }>;
  /** A listing, which may be discontinued; null if the id is unknown. */
  listing(id: string): Promise<(Listing & Translated) | null>;
  /** What the owner has set on the home page; null if nothing is set and the page shows its own words and pictures. */
  home(): Promise<HomePage | null>;
  /** The home page as a draft shows it; null if there is no such draft any more. */
  homeDraft(id: string): Promise<{ home: HomePage | null } | null>;
  /** What the page of a listing shows besides the listing itself. */
  around(listing: Listing): Promise<RelatedListings & ListingPapers & Makers>;
  /** What the close look shows of a listing; null if there is nothing to look at more closely. */
  closeLook(listing: Listing): Promise<CloseLook | null>;
  /** Those of the listings whose true size is known, in the same order. */
  trueSizes(listings: readonly Listing[]): Promise<TrueSize[]>;
  /** Artists who have a page, by name. */
  artists(page: number): Promise<{ artists: ListedArtist[]; total: number; pages: number }>;
  /** An artist with a page of their works; null if no artist has a page at this address. */
  artist(slug: string, page: number): Promise<ArtistPage | null>;
  /** A series with a page of its works; null if no series has a page at this address. */
  series(slug: string, page: number): Promise<SeriesPage | null>;
  /** A text that the owner has written; null if there is none of this name. */
  policy(name: string): Promise<(PolicyText & Translated) | null>;
  /** A certificate of authenticity by its number and the code on the paper; null if the number is unknown. */
  certificate(number: string, code: string): Promise<CheckedCertificate | null>;
  /** The current time in epoch milliseconds. */
  clock(): number;
}

/** A listing whose true size is known: where it lies in its picture, and what that measures (docs/behaviour/close-look.md, 40). */
export interface TrueSize {
  listingId: string;
  image: Image;
  box: Box;
  sizeCm: { width: number; height: number };
}

/** What the pages of another language than English say of the owner's texts. */
export interface Translated {
  /** The English name, if a translation of it is shown. */
  originalName?: string;
  /** The translation that is shown for `owner`; absent if there is none. */
  translatedOwner?: string;
  /** The names of the fields that have no translation and are shown in English. */
  untranslated?: readonly string[];
}

/** What a link to the page of an artist or a series needs. `slug`: the last part of its address. */
export interface PageLink {
  slug: string;
  name: string;
}

export interface RelatedListing {
  id: string;
  name: string;
  price: number;
  artist: string;
  artists: string;
  year: number | null;
  image: Image | null;
}

export interface RelatedListings {
  /** `previous` and `next`: ids of the neighbours of a listing in the collection, which begins with the newest listing. */
  previous: string | null;
  next: string | null;
  /** Listings for sale by the same artist. */
  more: RelatedListing[];
  /** Listings for sale of a similar size and price. */
  similar: RelatedListing[];
}

interface Makers {
  artist: PageLink | null;
  series: PageLink | null;
}

export interface ListingPapers {
  /** The public entries of the provenance, the earliest first. */
  provenance: ProvenanceLine[];
  /** The month of the latest examination in an issued report, as YYYY-MM; null without one. */
  conditionMonth: string | null;
  /** True if the piece has a scan: the page then names its IIIF manifest. Absent without one. */
  isScanned?: true;
}

/** One page of works: first those that are not sold, each part with the newest first. */
export interface WorksPage {
  listings: (Listing & Translated)[];
  /** How many works on all pages are not sold. */
  available: number;
  page: number;
  /** The number of pages, at least 1. */
  pages: number;
}

export interface ArtistPage {
  artist: Omit<Artist, 'biography'> & Translated;
  biography: RichText;
  works: WorksPage;
}

interface SeriesPage {
  series: Series & Translated;
  text: RichText;
  works: WorksPage;
}

export interface PolicyText {
  name: PolicyName;
  content: RichText;
  /** The current zones and rates in sentences; empty except for the policy about delivery. */
  rates: RichText;
}

export interface ContactLine {
  text: string;
  /** `mailto:` or `tel:`. */
  href?: string;
}

/** The public data of the shop, available on every page. */
export interface ShopFront {
  name: string;
  /** ISO 4217, e.g. AUD. */
  currency: string;
  /** IANA, e.g. Australia/Sydney. */
  timezone: string;
  /** The public base address of the shop, without a trailing slash. */
  publicUrl: string;
  /** The address of the logo; null if none is set. */
  logo: string | null;
  /** The address of the logo for dark backgrounds; null if `logo` is used there too. */
  logoDark: string | null;
  payments: PaymentOptions;
  delivery: DeliveryFacts;
  emails: OfferedEmails;
  contact: ShopContact;
  /** The contact as lines of text, as pages show it, e.g. in the footer. */
  contactLines: ContactLine[];
  /** For how many hours a piece that comes back is kept for each person who waits; absent without waiting lists. */
  waitingHours?: number;
  /** Whether at least one artist has a page. */
  artists: boolean;
  /** Whether the shop has issued a certificate of authenticity. */
  certificates: boolean;
  /** The policies that have a page. */
  policies: PolicyName[];
  /** The languages besides English in which the pages can be read; absent if there are none. */
  languages?: Language[];
}

/** What the owner has set on the home page. Where a text is empty or a picture is missing, the page shows its own. */
export interface HomePage {
  /** `picture` is an index; `focus` is in percent of the picture, from left and top. */
  hero: { listing: Listing; picture: number; focus: { x: number; y: number } } | null;
  headline: string;
  text: string;
  aboutTitle: string;
  aboutText: string;
  aboutPictures: Image[];
  contactWords: string;
}
