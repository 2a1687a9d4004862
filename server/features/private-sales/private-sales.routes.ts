import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import {
  addPrivateLink,
  askToReserve,
  changePrivateLink,
  closePrivateLink,
  declinePrivateOffer,
  listPrivateLinks,
  openPrivateLink,
  renewPrivateLink,
  takePrivateOffer,
} from './private-sales.ts';

type PrivateSaleEndpoint =
  | 'openPrivateLink'
  | 'takePrivateOffer'
  | 'declinePrivateOffer'
  | 'askToReserve'
  | 'listPrivateLinks'
  | 'addPrivateLink'
  | 'changePrivateLink'
  | 'renewPrivateLink'
  | 'closePrivateLink';

export function privateSaleRoutes(shop: Shop): Handlers<PrivateSaleEndpoint> {
  return {
    openPrivateLink: ({ body }) => openPrivateLink(shop, body.token),
    takePrivateOffer: ({ body, session }) => takePrivateOffer(shop, session.userId, body.token),
    declinePrivateOffer: async ({ body }) => (await declinePrivateOffer(shop, body.token)) ?? {},
    askToReserve: async ({ body, session, address, pageLanguage }) => {
      const request = { ...body, userId: session?.userId ?? null, language: pageLanguage ?? 'en' };
      return (await askToReserve(shop, request, address)) ?? {};
    },
    listPrivateLinks: ({ query }) => listPrivateLinks(shop, query),
    addPrivateLink: ({ body, session }) => addPrivateLink(shop, session, body),
    changePrivateLink: ({ params, body, session }) => changePrivateLink(shop, session, params.id, body),
    renewPrivateLink: ({ params, body, session }) => renewPrivateLink(shop, session, params.id, body.send),
    closePrivateLink: ({ params, session }) => closePrivateLink(shop, session, params.id),
  };
}
