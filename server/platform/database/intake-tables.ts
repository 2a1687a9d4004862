import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

/** The tables of intake/. */
export interface IntakeTables {
  intake: IntakeTable;
  intake_pieces: IntakePiecesTable;
  intake_pictures: IntakePicturesTable;
}

/** One row. Each transaction that changes the intake locks it first. */
export interface IntakeTable {
  id: 1;
  /** Grows with each change, so that open pages notice it. */
  version: number;
}

/** A row of the grid, which is to become a piece. It is deleted some days after its last change. */
export interface IntakePiecesTable {
  id: string;
  /** JSON: what was typed, by the name of the column. */
  cells: string;
  /** 1: somebody typed in it or chose its pictures, so the grouping leaves it as it is. */
  is_kept: Flag;
  /** The draft that was made of it; null while it waits. */
  listing_id: string | null;
  created_at: Milliseconds;
  changed_at: Milliseconds;
}

export interface IntakePicturesTable {
  id: string;
  piece_id: string;
  /** Counts from 0; the first is the main picture. */
  position: number;
  /** The key of its row in `pictures`. */
  hash: string;
  file_name: string;
  /** The path of its folder, which begins with the folder that was chosen; empty for a single file. */
  folder: string;
  /** The size of the file that was sent, bytes. */
  size: number;
  modified_at: Milliseconds;
  /** When the photograph was taken, from EXIF, in the local time of the camera; null if EXIF does not say. */
  taken_at: Milliseconds | null;
}
