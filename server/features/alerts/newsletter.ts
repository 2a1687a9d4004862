import { csvText } from '#contract/csv.ts';
import { recordRead } from '#server/features/audit/audit.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Shop } from '#server/shop.ts';
import { selectReaders } from './alerts.queries.ts';

/**
 * The addresses that get the newsletter, the earliest first, with the day of the shop on which they agreed, as CSV. The audit records
 * each download, without the addresses.
 */
export async function newsletterList(shop: Shop, adminId: string): Promise<string> {
  const readers = await selectReaders(shop.database.read);
  const after = { addresses: readers.length };
  recordRead(shop, { adminId, action: 'newsletter list downloaded', subject: 'newsletter', after });
  return csvText([
    ['Email', 'Agreed on'],
    ...readers.map(({ email, at }) => [email, String(localDay(at, shop.settings.timeZone))]),
  ]);
}
