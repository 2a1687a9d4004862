import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

/** The tables of lights/. */
export interface LightTables {
  light_sets: LightSetsTable;
  light_photographs: LightPhotographsTable;
}

/** The photographs of a listing under several lights, as a whole. */
export interface LightSetsTable {
  listing_id: string;
  /** The path of the picture that they lie over. */
  reference: string;
  /** 1: the viewer on the page of the listing shows them. */
  is_shown: Flag;
}

export interface LightPhotographsTable {
  id: string;
  listing_id: string;
  /** The path of the stored picture, which lies over the reference. */
  picture: string;
  /** SHA-256 of the file that was sent, its first 32 hex digits. */
  sent_hash: string;
  file_name: string;
  /** Degrees; 0 is right, 90 is above the upper edge. */
  azimuth: number;
  /** Degrees; 90 is straight in front of the piece. */
  elevation: number;
  /** JSON: how far it was moved to fit over the reference, {distance, rotation, scale} as in contract/lights.ts. */
  moved: string;
  created_at: Milliseconds;
}
