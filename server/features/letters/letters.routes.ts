import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { listLetters, listSentLetters, previewLetter, resendLetter, testLetter } from './letters.ts';

type LetterEndpoint = 'listLetters' | 'previewLetter' | 'testLetter' | 'listSentLetters' | 'resendLetter';

export function letterRoutes(shop: Shop): Handlers<LetterEndpoint> {
  return {
    listLetters: async ({ pageLanguage }) => ({ letters: await listLetters(shop, pageLanguage ?? 'en') }),
    previewLetter: ({ params }) => previewLetter(shop, params.id),
    testLetter: ({ params, session }) => testLetter(shop, session.userId, params.id),
    listSentLetters: ({ query, pageLanguage }) => listSentLetters(shop, query, pageLanguage ?? 'en'),
    resendLetter: async ({ params, session }) => (await resendLetter(shop, session.userId, params.id)) ?? {},
  };
}
