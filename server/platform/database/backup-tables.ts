import type { Milliseconds } from './milliseconds.ts';

/** Tables of backups/. */
export interface BackupTables {
  backup_runs: BackupRunsTable;
}

/** One row for each night. */
export interface BackupRunsTable {
  /** As 2026-11-23, in the shop's time zone. */
  night: string;
  state: 'running' | 'done' | 'failed';
  started_at: Milliseconds;
  finished_at: Milliseconds | null;
  /** When it may be tried again, unless it is done by then. */
  next_at: Milliseconds;
  tries: number;
  /** Size of the encrypted file. */
  bytes: number;
  row_count: number;
  media_count: number;
  /** Media files that did not exist. */
  missing_count: number;
  /** Why it failed, or, if it is done, why it could not be restored. */
  error: string;
}
