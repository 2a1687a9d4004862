import type { Flag } from './flag.ts';
import type { Milliseconds } from './milliseconds.ts';

/** The table of mail/. */
export interface MailTables {
  outbox: OutboxTable;
}

export interface OutboxTable {
  id: string;
  recipient: string;
  /** The address for replies; null for the sender of the shop's mail. */
  reply_to: string | null;
  /**
   * If a person wrote the email: the ids of the earlier emails of the conversation, oldest first, separated by spaces. Null if the shop
   * wrote it.
   */
  thread: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: Milliseconds;
  attempts: number;
  next_attempt_at: Milliseconds;
  /** Until when the process that sends the email has claimed it. */
  claimed_until: Milliseconds;
  sent_at: Milliseconds | null;
  /** 1 if the email was only written to files, because the shop has no mail server. */
  is_file: Flag;
  kind: string;
  /** The lowest number is sent first. */
  priority: number;
  /** When it was written but not sent, because the recipient had got too many of this kind. */
  withheld_at: Milliseconds | null;
  /** The code of the last failure, from the SMTP server or the connection, but never its text; empty without a failure. */
  failure: string;
  /** The address that ends emails like this one (RFC 8058); null if the recipient did not subscribe to them. */
  unsubscribe_url: string | null;
  /** The account that the email is for, or the address of somebody without one; empty for emails of earlier versions. */
  account_id: string;
  /** 1 if the account was deleted: the row is deleted once the email is sent or given up. */
  is_forgotten: Flag;
}
