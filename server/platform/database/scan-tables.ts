import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

/** The table of scans/. */
export interface ScanTables {
  scans: ScansTable;
}

/** A scan. Its row is written before the first of its files, and deleted after the last of them. */
export interface ScansTable {
  /** 32 hex digits, which nobody can guess; the names of its files and its public address contain it. */
  id: string;
  /** Null while the upload is being stored, and after the scan was removed or replaced or its listing was deleted. */
  listing_id: string | null;
  /** The path of the picture that has the same framing. */
  picture: string;
  state: 'waiting' | 'making' | 'ready' | 'failed';
  /** Changes whenever a process begins to make the tiles, so that a process that began earlier notices. */
  claim: string;
  /** Percent of the tiles that are made. */
  progress: number;
  tries: number;
  /** Why the scan failed: a key of `scanProblems` in the contract; else empty. */
  problem: string;
  /** The size of the upright picture, pixels. */
  width: number;
  height: number;
  /** JSON: how many bytes each image has in the file of the tiles, in the order of pyramid.ts; `[]` until they are made. */
  lengths: string;
  /** Whether the file that was uploaded may still be there. */
  has_original: Flag;
  created_at: Milliseconds;
  /** When something is to be done next, or when the process that does it counts as dead; null: nothing is to be done. */
  due_at: Milliseconds | null;
}
