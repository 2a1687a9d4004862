import { isRefusal } from '#contract/errors.ts';
import { findSection } from '#server/features/settings/settings.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { keepDraft } from './drafts.ts';
import { updateHomePage } from './home.ts';
import { homeSection } from './home-section.ts';

export function homeRoutes(shop: Shop): Handlers<'getHomeSettings' | 'updateHomeSettings' | 'previewHome'> {
  return {
    getHomeSettings: async () => ({ settings: await findSection(shop.database.read, homeSection) }),
    updateHomeSettings: async ({ body, session }) => {
      const settings = await updateHomePage(shop, session.userId, body);
      return isRefusal(settings) ? settings : { settings };
    },
    previewHome: ({ body }) => keepDraft(shop, body),
  };
}
