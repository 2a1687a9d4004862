import { csvText } from '#contract/csv.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Shop } from '#server/shop.ts';
import { selectReaders } from './alerts.queries.ts';

/**
 * The addresses that get the newsletter, the earliest first, with the day of the shop on which they agreed, as CSV. The audit records
 * each download, without the addresses.
 */
export function newsletterList(shop: Shop, adminId: string): Promise<string> {
  return shop.database.write(async (tx) => {
    const readers = await selectReaders(tx);
    const after = { addresses: readers.length };
    const action = 'newsletter list downloaded';
    await recordChange(tx, shop, { adminId, action, subject: 'newsletter', before: null, after });
    return csvText([
      ['Email', 'Agreed on'],
      ...readers.map(({ email, at }) => [email, String(localDay(at, shop.settings.timeZone))]),
    ]);
  });
}
