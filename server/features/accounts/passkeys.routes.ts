import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { passkeyEndpoints } from '#contract/passkeys.ts';
import { created, type Handlers } from '#server/platform/http/handlers.ts';
import { logSecurityEvent } from '#server/platform/security-events.ts';
import type { Shop } from '#server/shop.ts';
import { addPasskey, beginPasskey, removePasskey } from './passkeys.ts';
import { beginPasskeyConfirmation } from './second-factor-confirmation.ts';
import { beginPasskeySignIn } from './second-step.ts';

export function passkeyRoutes(shop: Shop): Handlers<keyof typeof passkeyEndpoints> {
  return {
    beginPasskeySignIn: async ({ body }) => withOptions(await beginPasskeySignIn(shop, body.challenge)),
    beginPasskeyConfirmation: async ({ session }) => withOptions(await beginPasskeyConfirmation(shop, session.userId)),
    beginPasskey: async ({ session }) => withOptions(await beginPasskey(shop, session.userId)),
    addPasskey: async ({ session, body, address }) => {
      const added = await addPasskey(shop, session.userId, body);
      if (isRefusal(added)) return added;
      logSecurityEvent(shop.log, 'second factor added', { account: session.userId, address, reason: 'passkey' });
      return created(added);
    },
    removePasskey: async ({ session, params, address }) => {
      const refused = await removePasskey(shop, session.userId, params.id);
      if (refused) return refused;
      logSecurityEvent(shop.log, 'second factor removed', { account: session.userId, address, reason: 'passkey' });
      return {};
    },
  };
}

function withOptions<Options extends object>(options: Options | Refusal): { options: Options } | Refusal {
  return isRefusal(options) ? options : { options };
}
