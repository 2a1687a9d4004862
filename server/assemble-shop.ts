import { randomBytes as systemRandomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { createCardCipher, createPasswordHasher, createPresence } from './accounts/accounts.ts';
import type { Database } from './database/database.ts';
import { createMailer } from './mail/mail.ts';
import { createMediaStore } from './media/media-store.ts';
import type { Settings } from './settings.ts';
import type { Shop } from './shop.ts';

export interface ShopParts {
  settings: Settings;
  database: Database;
  log: Logger;
  cardKey: Buffer;
  /** Epoch milliseconds; the system's unless given. */
  clock?: () => number;
  randomBytes?: (count: number) => Buffer;
  /** What a password costs, where not what it should. */
  passwordCost?: { memory: number; passes: number };
}

/** Everything a shop needs around its database. It works as it is; `close` it in the end. */
export function assembleShop(parts: ShopParts): Shop {
  const { settings, database, log, cardKey, clock = Date.now, randomBytes = systemRandomBytes } = parts;
  return {
    settings,
    database,
    clock,
    randomBytes,
    log,
    passwords: createPasswordHasher({ randomBytes, ...parts.passwordCost }),
    cards: createCardCipher(cardKey, randomBytes),
    presence: createPresence({ database, clock, log }),
    media: createMediaStore({ settings, database, clock, log }),
    mailer: createMailer({ settings, database, clock, log, randomBytes }),
  };
}

/** What runs in the background is put away, and then the database. */
export async function closeShop({ media, mailer, presence, database }: Shop): Promise<void> {
  await Promise.all([media.close(), mailer.close(), presence.close()]);
  await database.close();
}
