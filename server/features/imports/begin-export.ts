import type { Refusal } from '#contract/errors.ts';
import { countRead } from '#server/features/attempts/attempts.ts';
import { recordRead } from '#server/features/audit/audit.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Shop } from '#server/shop.ts';

/** The number of exports that one person may begin within an hour. */
const exportsAnHour = 20;

/**
 * Counts an export and records it in the audit. Returns the name of its file, for example `pieces-2026-11-25.csv`. Refused (429): too
 * many exports within an hour.
 */
export async function beginExport(
  shop: Shop,
  adminId: string,
  file: 'pieces.csv' | 'pieces.json' | 'pictures.tar',
): Promise<string | Refusal> {
  const limit = { subject: `export:${adminId}`, limit: exportsAnHour, window: 3_600_000 };
  const limited = await countRead(shop, limit);
  if (limited) return limited;
  recordRead(shop, { adminId, action: 'pieces exported', subject: file, after: null });
  const [name, extension] = file.split('.');
  return `${name}-${localDay(shop.clock(), shop.settings.timeZone)}.${extension}`;
}
