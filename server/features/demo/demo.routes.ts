import { isRefusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { countDemo, removeDemo } from './remove-demo.ts';

export function demoRoutes(shop: Shop): Handlers<'getDemo' | 'removeDemo'> {
  return {
    getDemo: () => countDemo(shop.database.read),
    removeDemo: async ({ session }) => {
      const removed = await removeDemo(shop, session.userId);
      return isRefusal(removed) ? removed : { removed };
    },
  };
}
