import type { ImportFormat, ImportKind, ImportState } from '#contract/import-columns.ts';
import type { Milliseconds } from './milliseconds.ts';

/** JSON as text. */
type Json = string;

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
  /** Columns of the file and what they become. */
  columns: Json;
  /** SHA-256 of the titles, hex. */
  titles_hash: string;
  /** Changes with each dry run. */
  plan: string;
  /** Rows of each kind. */
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

/** What the import does with that piece. */
export interface ImportPlansTable {
  import_id: string;
  position: number;
  kind: ImportKind;
  plan: Json;
  /** What it did; null before the import. */
  applied: Json | null;
}

/** What the columns of a file become, remembered by the titles of all its columns. */
export interface ImportTargetsTable {
  titles_hash: string;
  targets: Json;
  used_at: Milliseconds;
}

/** By which piece a row of a file is found again that names no piece of this shop. */
export interface ImportKeysTable {
  source_key: string;
  listing_id: string;
}
