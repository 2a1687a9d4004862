import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { listAuditEntries } from './audit.ts';

export function auditRoutes(shop: Shop): Handlers<'listAuditEntries'> {
  return { listAuditEntries: ({ query }) => listAuditEntries(shop, query) };
}
