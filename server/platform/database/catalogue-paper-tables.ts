import type { Milliseconds } from './milliseconds.ts';

/** The table of catalogue-papers/. */
export interface CataloguePaperTables {
  catalogue_papers: CataloguePapersTable;
}

/** A row is deleted with its file, and when somebody cancels it. */
export interface CataloguePapersTable {
  id: string;
  /** JSON of the contract's `PaperOrder`. */
  request: string;
  title: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Changes whenever a process begins to draw it, so that an earlier one notices. */
  claim: string;
  /** JSON: an array of sentences. */
  left_out: string;
  /** Pieces that are drawn, and all. */
  drawn: number;
  pieces: number;
  pages: number;
  bytes: number;
  tries: number;
  created_at: Milliseconds;
  /** Waiting: from when it can be drawn; running: when its process counts as dead; done and failed: when it is deleted. */
  due_at: Milliseconds;
}
