import type { Milliseconds } from './milliseconds.ts';

/** The tables of waiting-list/. */
export interface WaitingTables {
  waiting_entries: WaitingEntriesTable;
  waiting_turns: WaitingTurnsTable;
}

/** A person who waits for a listing. */
export interface WaitingEntriesTable {
  listing_id: string;
  /** Ascending in the order in which people joined. Numbers of people who left are missing. */
  place: number;
  user_id: string;
  joined_at: Milliseconds;
  /** Until when the listing is kept for this person, as an email has told them; null without such an email. */
  turn_until: Milliseconds | null;
  /** The client address at which the person joined (`callerNetwork`); empty if it is not known. */
  network: string;
}

/** A listing that is kept for the people who wait for it, one after the other. */
export interface WaitingTurnsTable {
  listing_id: string;
  /** When the turn of somebody ends, so that the next person has to be told. */
  due_at: Milliseconds;
  /** Since when the listing is kept for those who wait. */
  begun_at: Milliseconds;
}
