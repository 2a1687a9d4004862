import type { NameState } from '#contract/provenance-lines.ts';
import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

/** The tables of provenance/. */
export interface ProvenanceTables {
  provenance_entries: ProvenanceEntriesTable;
  provenance_names: ProvenanceNamesTable;
}

/** The entries. They are never changed: a later entry corrects an earlier one. */
export interface ProvenanceEntriesTable {
  id: string;
  listing_id: string;
  /** Counts from 1 for each listing. */
  position: number;
  /** `ProvenanceKind` of the contract. */
  kind: string;
  /** `2022`, `2022-03` or `2022-03-14`; empty if it is not known. */
  date: string;
  text: string;
  place: string;
  /** Who has the piece from then on; empty if that is not named. For a sale by the shop the buyer's name is in `provenance_names`. */
  owner: string;
  is_public: Flag;
  /** The id of the earlier entry of the same listing that this one corrects. */
  corrects: string | null;
  /** 1 if the entry only strikes out the earlier one. */
  is_strike: Flag;
  reason: string;
  order_id: string | null;
  created_at: Milliseconds;
}

/** The names of buyers who agreed to be named. A row is deleted when its buyer withdraws that, and with the account. */
export interface ProvenanceNamesTable {
  order_id: string;
  user_id: string;
  name: string;
  /** `NameState` of the contract: visitors read the name only if it is `shown`. */
  state: NameState;
  agreed_at: Milliseconds;
}
