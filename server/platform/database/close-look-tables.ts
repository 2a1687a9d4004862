import type { Milliseconds } from './milliseconds.ts';

/** The tables of close-look/. */
export interface CloseLookTables {
  close_looks: CloseLooksTable;
}

/** What the viewer shows of a listing besides its picture. */
export interface CloseLooksTable {
  listing_id: string;
  /** The path of the picture that is looked at. The row has no effect while the listing does not have this picture. */
  picture: string;
  /** JSON: where the piece lies in the picture, {x, y, width, height}; null if it is not known. */
  box: string | null;
  /** JSON: [{name, text, box}]. */
  details: string;
  changed_at: Milliseconds;
}
