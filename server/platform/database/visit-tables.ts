/** The tables of visits/. Their days and months are those of the shop's time zone. */
export interface VisitTables {
  listing_visits: ListingVisitsTable;
  visit_sources: VisitSourcesTable;
}

/** How often a listing was looked at, saved, put into a cart and enquired about: a row for each day and one for each month. */
export interface ListingVisitsTable {
  span: 'day' | 'month';
  /** `2026-11-20` or `2026-11`. */
  period: string;
  listing_id: string;
  views: number;
  saves: number;
  cart_adds: number;
  enquiries: number;
}

/** How many pages of a day were opened from a page of another host. */
export interface VisitSourcesTable {
  /** `2026-11-20`. */
  day: string;
  /** Without `www.`; empty for all hosts that are not named. */
  host: string;
  visits: number;
}
