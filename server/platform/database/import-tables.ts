import type { ImportFormat, ImportKind, ImportState } from '#contract/import-columns.ts';
import type { Json } from './json.ts';
import type { Milliseconds } from './milliseconds.ts';

/** The tables of imports/. */
export interface ImportTables {
  imports: ImportsTable;
  import_rows: ImportRowsTable;
  import_plans: ImportPlansTable;
  import_targets: ImportTargetsTable;
  import_keys: ImportKeysTable;
}

/** One row for each file that was read. */
export interface ImportsTable {
  id: string;
  admin_id: string;
  file_name: string;
  format: ImportFormat;
  state: ImportState;
  /** The columns of the file, and which field of a piece each becomes. */
  columns: Json;
  /** SHA-256 of the titles of the columns, hex. */
  titles_hash: string;
  /** An id that changes with each dry run; empty before the first and while one is running. */
  plan: string;
  /** How many rows there are of each kind. */
  counts: Json;
  notices: Json;
  /** Ids of the artists and series that the import added. */
  made: Json;
  created_at: Milliseconds;
  imported_at: Milliseconds | null;
  undone_at: Milliseconds | null;
}

/** What the file says about a piece; deleted when the import can no longer be undone. */
export interface ImportRowsTable {
  import_id: string;
  /** Counts from 1. */
  position: number;
  source: Json;
}

/** What the import does with the piece in that position. */
export interface ImportPlansTable {
  import_id: string;
  position: number;
  kind: ImportKind;
  plan: Json;
  /** What the import did; null before it has run. */
  applied: Json | null;
}

/** Which field each column becomes, remembered for the next file whose columns have the same titles. */
export interface ImportTargetsTable {
  titles_hash: string;
  targets: Json;
  used_at: Milliseconds;
}

/** The piece that an import added for a row without an id of this shop. Importing the row again finds it by `source_key`. */
export interface ImportKeysTable {
  source_key: string;
  listing_id: string;
}
