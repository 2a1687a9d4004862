import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Translation, translationEndpoints } from '#contract/translations.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findProgress } from './progress.ts';
import { findTranslation, writeTranslation } from './translations.ts';

export function translationRoutes(shop: Shop): Handlers<keyof typeof translationEndpoints> {
  const reply = (translation: Translation | Refusal) => (isRefusal(translation) ? translation : { translation });
  return {
    getTranslationProgress: async ({ params }) => ({ progress: await findProgress(shop, params.language) }),
    getTranslation: async ({ params }) => reply(await findTranslation(shop, params)),
    writeTranslation: async ({ params, body, session }) => reply(await writeTranslation(shop, session, params, body)),
  };
}
