import { readFile } from 'node:fs/promises';
import { isRefusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { dismissBankRow, listBankRows, listTransferOrders, matchBankRow, readStatement } from './bank.ts';

type BankEndpoint = 'uploadStatement' | 'listBankRows' | 'listTransferOrders' | 'matchBankRow' | 'dismissBankRow';

export function bankRoutes(shop: Shop): Handlers<BankEndpoint> {
  return {
    async uploadStatement({ files }) {
      const uploaded = await files({ bytes: limits.statement, count: 1 });
      if (uploaded === 'no form') return refuse('formNeeded');
      if (uploaded === 'too large') return refuse('statementTooLarge');
      const [file] = uploaded === 'too many' ? [] : uploaded;
      if (!file) return refuse('noFile');
      try {
        return await readStatement(shop, await readFile(file.path));
      } finally {
        await shop.media.discard(file);
      }
    },
    listBankRows: ({ query }) => listBankRows(shop, query),
    listTransferOrders: ({ query }) => listTransferOrders(shop, query),
    matchBankRow: async ({ body, session }) => {
      const order = await matchBankRow(shop, session.userId, body);
      return isRefusal(order) ? order : { order };
    },
    dismissBankRow: async ({ params, body, session }) => {
      const row = await dismissBankRow(shop, session.userId, { hash: params.id, ...body });
      return isRefusal(row) ? row : { row };
    },
  };
}
