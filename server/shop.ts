import type { Logger } from 'pino';
import type { CardCipher } from '#server/accounts/card-cipher.ts';
import type { PasswordHasher } from '#server/accounts/password-hasher.ts';
import type { Presence } from '#server/accounts/presence.ts';
import type { Database } from '#server/database/database.ts';
import type { Mailer } from '#server/mail/mail.ts';
import type { MediaStore } from '#server/media/media-store.ts';
import type { Settings } from '#server/settings.ts';

/**
 * What every rule is handed: the settings, the database, and the three things that would make a run unrepeatable
 * (time, randomness, the outside world).
 */
export interface Shop {
  readonly settings: Settings;
  readonly database: Database;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Buffer;
  readonly log: Logger;
  readonly passwords: PasswordHasher;
  readonly cards: CardCipher;
  readonly presence: Presence;
  readonly media: MediaStore;
  readonly mailer: Mailer;
}
