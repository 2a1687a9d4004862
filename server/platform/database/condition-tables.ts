import type { Milliseconds } from './milliseconds.ts';

/** The tables of condition-reports/. */
export interface ConditionTables {
  condition_reports: ConditionReportsTable;
  condition_links: ConditionLinksTable;
}

/** A condition report. A draft can be changed; an issued report can only be withdrawn. */
export interface ConditionReportsTable {
  id: string;
  /** An issued report stays when its listing is deleted. */
  listing_id: string;
  /** The listing of a draft, which is deleted with it; null once the report was issued. */
  draft_of: string | null;
  /** YYYY-MM-DD; may be empty in a draft. */
  examined_on: string;
  examiner: string;
  /** `ConditionState` of the contract; may be empty in a draft. */
  state: string;
  surface: string;
  edges: string;
  frame: string;
  restorations: string;
  notes: string;
  /** JSON: [{url, caption, marks: [{x, y, kind, text}]}]. */
  photographs: string;
  /** JSON: what the shop said about the piece when the report was issued; empty in a draft. */
  piece: string;
  /** Counts the changes of a draft. */
  version: number;
  created_at: Milliseconds;
  issued_at: Milliseconds | null;
  withdrawn_at: Milliseconds | null;
  reason: string;
}

/** A link to an issued report that was sent to somebody. */
export interface ConditionLinksTable {
  id: string;
  report_id: string;
  /** SHA-256 of the token in the link, hex. */
  token_hash: string;
  name: string;
  email: string;
  email_folded: string;
  /** Who was signed in when asking for the report; null for a visitor. */
  user_id: string | null;
  sent_at: Milliseconds;
  until_at: Milliseconds;
  /** When the shop ended the link; null while it has not. */
  ended_at: Milliseconds | null;
}
