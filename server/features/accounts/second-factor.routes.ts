import { isRefusal, type Refusal } from '#contract/errors.ts';
import type { secondFactorEndpoints } from '#contract/second-factor.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { logSecurityEvent } from '#server/platform/security-events.ts';
import type { Shop } from '#server/shop.ts';
import { confirmIdentity } from './passwords.ts';
import {
  beginAuthenticatorApp,
  enableAuthenticatorApp,
  findSecondFactor,
  removeAuthenticatorApp,
  renewRecoveryCodes,
  requireSecondFactor,
} from './second-factor.ts';
import { completeSecondStep } from './second-step.ts';

export function secondFactorRoutes(shop: Shop): Handlers<keyof typeof secondFactorEndpoints> {
  return {
    completeSignIn: ({ body, address, userAgent, pageLanguage, device }) =>
      completeSecondStep(shop, body, { address, userAgent, pageLanguage, device }),
    confirmIdentity: async ({ session, body, address }) => {
      const refused = await confirmIdentity(shop, session, body);
      if (refused) return refused;
      const reason = 'password' in body ? 'password' : 'code' in body ? 'code' : 'passkey';
      logSecurityEvent(shop.log, 'identity confirmed', { account: session.userId, address, reason });
      return {};
    },
    getSecondFactor: ({ session }) => findSecondFactor(shop.database.read, shop, session.userId),
    beginAuthenticatorApp: ({ session }) => beginAuthenticatorApp(shop, session.userId),
    enableAuthenticatorApp: async ({ session, body, address }) => {
      const codes = await enableAuthenticatorApp(shop, session.userId, body.code);
      if (isRefusal(codes)) return codes;
      logSecurityEvent(shop.log, 'second factor added', { account: session.userId, address });
      return { recoveryCodes: codes };
    },
    removeAuthenticatorApp: async ({ session, address }) => {
      const refused = await removeAuthenticatorApp(shop, session.userId);
      if (refused) return refused;
      logSecurityEvent(shop.log, 'second factor removed', { account: session.userId, address });
      return {};
    },
    renewRecoveryCodes: async ({ session }) => withCodes(await renewRecoveryCodes(shop, session.userId)),
    requireSecondFactor: async ({ session, body: { required } }) =>
      (await requireSecondFactor(shop, session.userId, required)) ?? { required },
  };
}

const withCodes = (codes: string[] | Refusal) => (isRefusal(codes) ? codes : { recoveryCodes: codes });
