import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { assembleShop } from '#server/assemble-shop.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Settings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';

/** A shop for a program beside it. Its cards cannot be opened: the shop's key is not read. */
export function shopOver(settings: Settings, database: Database): Shop {
  const log = pino({ level: settings.logLevel, base: null });
  return assembleShop({ settings, database, log, cardKey: randomBytes(32) });
}
