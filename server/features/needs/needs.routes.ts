import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findNeeds } from './needs.ts';

export function needsRoutes(shop: Shop): Handlers<'listNeeds'> {
  return { listNeeds: ({ session }) => findNeeds(shop, session.role) };
}
