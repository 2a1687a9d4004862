import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { assembleShop } from '#server/assemble-shop.ts';
import { createCardKeys } from '#server/features/accounts/accounts.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Settings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';

/** The shop without its web server, for a command. It cannot decrypt card fields, because it does not read the key. */
export function shopForCommand(settings: Settings, database: Database): Shop {
  const log = pino({ level: settings.logLevel, base: null });
  return assembleShop({ settings, database, log, cardKeys: createCardKeys([randomBytes(32)]) });
}
