import type { Milliseconds } from './milliseconds.ts';

/** The table of catalogue-papers/. */
export interface CataloguePaperTables {
  catalogue_papers: CataloguePapersTable;
}

/** A catalogue, price list or sheet of labels that was ordered. The row is deleted with its file, and when somebody cancels the paper. */
export interface CataloguePapersTable {
  id: string;
  /** JSON of the contract's `PaperOrder`. */
  request: string;
  title: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Changes whenever a process begins to draw the paper, so that a process that began earlier notices. */
  claim: string;
  /** JSON: an array of sentences, each about a chosen piece that is left out. */
  left_out: string;
  /** How many of `pieces` are drawn. */
  drawn: number;
  pieces: number;
  pages: number;
  bytes: number;
  tries: number;
  created_at: Milliseconds;
  /** Waiting: from when it can be drawn; running: when its process counts as dead; done and failed: when it is deleted. */
  due_at: Milliseconds;
}
