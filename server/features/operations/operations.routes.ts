import { refuse } from '#contract/errors.ts';
import { findBackupStatus, findDisks, isNearlyFull } from '#server/features/backups/backups.ts';
import { paymentOptionsOf } from '#server/features/payments/payments.ts';
import { findPublicSettings, findShopFacts } from '#server/features/settings/settings.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { hasMetricsToken } from '#server/platform/http/metrics.ts';
import { version } from '#server/platform/version.ts';
import type { Shop } from '#server/shop.ts';
import { openApiDocument } from './openapi.ts';

export function operationRoutes(shop: Shop): Handlers<'getHealth' | 'getOpenApi' | 'reportVitals' | 'getShop'> {
  /** Built once for a name of the shop: it is large, and is kept as it is sent (`sendDocument`). */
  let published: { name: string; document: object } | undefined;
  return {
    async getHealth({ header }) {
      if (!(await shop.database.ping())) return refuse('unavailable');
      const answer = { database: shop.database.engine, version };
      if (!hasMetricsToken(header('authorization'), shop.settings.metricsToken)) return answer;
      const [status, disks] = await Promise.all([findBackupStatus(shop), findDisks(shop.settings)]);
      return {
        ...answer,
        backup: status && {
          result: status.result,
          lastGoodAt: status.lastGoodAt === null ? null : new Date(status.lastGoodAt).toISOString(),
        },
        disks: disks.map((disk) => ({ ...disk, isNearlyFull: isNearlyFull(disk) })),
      };
    },
    getOpenApi: async () => {
      const { name } = await findShopFacts(shop.database.read, shop);
      if (published?.name !== name) published = { name, document: openApiDocument(name, shop.settings.publicUrl) };
      return published;
    },
    getShop: async () => {
      const found = await findPublicSettings(shop.database.read, shop);
      const { facts, contact, payments, delivery, emails, languages } = found;
      const { currency, timeZone: timezone } = shop.settings;
      const options = paymentOptionsOf(shop.settings, payments);
      return {
        name: facts.name,
        currency,
        timezone,
        payments: options,
        delivery,
        ...emails,
        ...contact,
        ...(languages.length > 0 && { languages }),
      };
    },
    reportVitals: ({ body }) => {
      shop.log.debug({ vital: body }, 'web vital');
      return {};
    },
  };
}
