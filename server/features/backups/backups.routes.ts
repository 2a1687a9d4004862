import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findBackups } from './backups.ts';

export function backupsRoutes(shop: Shop): Handlers<'getBackups'> {
  return { getBackups: async () => ({ backups: await findBackups(shop) }) };
}
