import type { closeLookEndpoints, EditedCloseLook } from '#contract/close-look.ts';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { findEditedCloseLook, removeCloseLook, writeCloseLook } from './edit-close-look.ts';

export function closeLookRoutes(shop: Shop): Handlers<keyof typeof closeLookEndpoints> {
  const reply = (found: EditedCloseLook | Refusal) => (isRefusal(found) ? found : { closeLook: found });
  return {
    getCloseLook: async ({ params }) => reply(await findEditedCloseLook(shop, params.id)),
    writeCloseLook: async ({ params, body: { version, ...written }, session }) =>
      reply(await writeCloseLook(shop, { adminId: session.userId, listingId: params.id, version }, written)),
    removeCloseLook: async ({ params, query: { version }, session }) =>
      reply(await removeCloseLook(shop, { adminId: session.userId, listingId: params.id, version })),
  };
}
