import { readFile } from 'node:fs/promises';
import { isRefusal } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { replyWithOrder } from '#server/features/orders/orders.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { withOneFile } from '#server/platform/http/uploads.ts';
import type { Shop } from '#server/shop.ts';
import { dismissBankRow, listBankRows, listTransferOrders, matchBankRow, readStatement } from './bank.ts';

type BankEndpoint = 'uploadStatement' | 'listBankRows' | 'listTransferOrders' | 'matchBankRow' | 'dismissBankRow';

export function bankRoutes(shop: Shop): Handlers<BankEndpoint> {
  return {
    async uploadStatement({ files }) {
      return withOneFile(
        { files, bytes: limits.statement, tooLarge: 'statementTooLarge', storage: shop.media },
        async (file) => readStatement(shop, await readFile(file.path)),
      );
    },
    listBankRows: ({ query }) => listBankRows(shop, query),
    listTransferOrders: ({ query }) => listTransferOrders(shop, query),
    matchBankRow: async ({ body, session, pageLanguage }) =>
      replyWithOrder(shop, await matchBankRow(shop, session.userId, body), pageLanguage),
    dismissBankRow: async ({ params, body, session }) => {
      const row = await dismissBankRow(shop, session.userId, { hash: params.id, ...body });
      return isRefusal(row) ? row : { row };
    },
  };
}
