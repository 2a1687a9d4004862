import type { Processor } from '#server/features/payments/payments.ts';
import { storeEvents } from '#server/features/settlement/settlement.ts';
import type { Shop } from '#server/shop.ts';

// Milliseconds.
/** An event that is younger may still be on its way by webhook. */
const deliveryTime = 60_000;
/** Periods overlap: the processor may list an event a little later than its time. */
const overlap = 60 * 60_000;
/** The processor lists no older events. */
const longestPeriod = 30 * 24 * 60 * 60_000;

/**
 * Fetches events that the processor could not deliver since the last time, and stores them like those of the webhook. `doneAt`: when the
 * last successful fetch began, epoch milliseconds; null before the first one.
 */
export async function fetchUndelivered(shop: Shop, processor: Processor, doneAt: number | null): Promise<void> {
  const now = shop.clock();
  const from = Math.max(now - longestPeriod, (doneAt ?? 0) - deliveryTime - overlap);
  const events = await processor.listUndelivered({ from, until: now - deliveryTime });
  await storeEvents(shop, events, 'list');
}
