import { readFile } from 'node:fs/promises';
import { isRefusal, refuse } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { matchBankRow, readStatement } from './bank.ts';

export function bankRoutes(shop: Shop): Handlers<'uploadStatement' | 'matchBankRow'> {
  return {
    async uploadStatement({ files }) {
      const uploaded = await files({ bytes: limits.statement, count: 1 });
      if (uploaded === 'no form') return refuse('formNeeded');
      if (uploaded === 'too large') return refuse('statementTooLarge');
      const [file] = uploaded === 'too many' ? [] : uploaded;
      if (!file) return refuse('noFile');
      try {
        const rows = await readStatement(shop, await readFile(file.path));
        return isRefusal(rows) ? rows : { rows };
      } finally {
        await shop.media.discard(file);
      }
    },
    matchBankRow: async ({ body, session }) => {
      const order = await matchBankRow(shop, session.userId, body);
      return isRefusal(order) ? order : { order };
    },
  };
}
