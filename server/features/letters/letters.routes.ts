import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { listLetters, listSentLetters, previewLetter, resendLetter, testLetter } from './letters.ts';

type LetterEndpoint = 'listLetters' | 'previewLetter' | 'testLetter' | 'listSentLetters' | 'resendLetter';

export function letterRoutes(shop: Shop): Handlers<LetterEndpoint> {
  return {
    listLetters: async () => ({ letters: await listLetters(shop) }),
    previewLetter: ({ params }) => previewLetter(shop, params.id),
    testLetter: ({ params, session }) => testLetter(shop, session.userId, params.id),
    listSentLetters: ({ query }) => listSentLetters(shop, query),
    resendLetter: async ({ params, session }) => (await resendLetter(shop, session.userId, params.id)) ?? {},
  };
}
