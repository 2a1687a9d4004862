import { isRefusal } from '#contract/errors.ts';
import { rowsOf } from '#contract/lists.ts';
import { fromCents } from '#contract/money.ts';
import type { PaymentDifference } from '#contract/reconciliation.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { type Say, sayIn } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { type DifferenceRow, selectDifferencePage, selectLastComparison } from './comparisons.queries.ts';
import { beginTestPurchase, checkConnection, findConnection, presentComparison } from './connection.ts';
import { wordsOf } from './differences.ts';
import { beginComparison } from './reconciliation.ts';

export function reconciliationRoutes(
  shop: Shop,
): Handlers<'getComparison' | 'beginComparison' | 'getConnection' | 'checkConnection' | 'beginTestPurchase'> {
  const { read } = shop.database;
  return {
    getComparison: async ({ query, pageLanguage }) => {
      const say = sayIn(pageLanguage ?? 'en');
      const last = await selectLastComparison(read);
      const { rows, total } = await selectDifferencePage(read, rowsOf(query));
      return {
        comparison: last ? presentComparison(last) : null,
        differences: rows.map((row) => presentDifference(row, say)),
        total,
      };
    },
    beginComparison: async () => (await beginComparison(shop)) ?? {},
    getConnection: async () => ({ connection: await findConnection(shop) }),
    checkConnection: async () => {
      const check = await checkConnection(shop);
      return isRefusal(check) ? check : { check };
    },
    beginTestPurchase: () => beginTestPurchase(shop),
  };
}

function presentDifference(row: DifferenceRow, say: Say): PaymentDifference {
  return {
    id: row.id,
    kind: row.kind,
    orderId: row.order_id,
    intentId: row.intent_id,
    here: fromCents(row.here_cents),
    there: fromCents(row.there_cents),
    currency: row.currency,
    text: wordsOf(say, row),
    foundAt: new Date(row.found_at).toISOString(),
  };
}
