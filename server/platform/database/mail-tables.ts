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
  /** Of an email that a person wrote: ids of the earlier ones of the conversation, with spaces, oldest first. Null: the shop wrote it. */
  thread: string | null;
  subject: string;
  text: string;
  html: string;
  created_at: Milliseconds;
  attempts: number;
  next_attempt_at: Milliseconds;
  /** A process that sends the letter claims it until then. */
  claimed_until: Milliseconds;
  sent_at: Milliseconds | null;
  /** 1: no mail server got it, it was only written to files. */
  is_file: Flag;
  kind: string;
  /** The lowest number is sent first. */
  priority: number;
  /** When it was written but not sent, because the recipient had got too many of this kind. */
  withheld_at: Milliseconds | null;
  /** Code of the last failed attempt, of the SMTP server or of the connection; otherwise empty. Never its text. */
  failure: string;
  /** The address that ends emails like this one (RFC 8058); null: nobody asked for it. */
  unsubscribe_url: string | null;
}
