import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { createCardCipher, createPasswordHasher, createPresence } from '#server/accounts/accounts.ts';
import type { Database } from '#server/database/database.ts';
import { createMailer } from '#server/mail/mail.ts';
import { createMediaStore } from '#server/media/media-store.ts';
import type { Settings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';

/** A shop for a program beside it. Its cards cannot be opened: the shop's key is not read. */
export function shopOver(settings: Settings, database: Database): Shop {
  const clock = Date.now;
  const log = pino({ level: settings.logLevel, base: null });
  return {
    settings,
    database,
    clock,
    randomBytes,
    log,
    passwords: createPasswordHasher({ randomBytes }),
    cards: createCardCipher(randomBytes(32), randomBytes),
    presence: createPresence({ database, clock, log }),
    media: createMediaStore({ settings, database, clock, log }),
    mailer: createMailer({ settings, database, clock, log, randomBytes }),
  };
}
