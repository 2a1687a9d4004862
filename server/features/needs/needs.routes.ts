import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findNeeds } from './needs.ts';
import { findSetup, hideSetup } from './setup.ts';

export function needsRoutes(shop: Shop): Handlers<'listNeeds' | 'getSetup' | 'hideSetup'> {
  return {
    listNeeds: ({ session, pageLanguage }) => findNeeds(shop, session.role, pageLanguage ?? 'en'),
    getSetup: ({ session }) => findSetup(shop, session.userId),
    hideSetup: async ({ body, session }) => (await hideSetup(shop, session.userId, body.hidden)) ?? {},
  };
}
