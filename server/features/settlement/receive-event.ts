import { type Refusal, refuse } from '#contract/errors.ts';
import { type EventRow, type EventSeen, insertEvent, stripeEventTypes } from '#server/features/payments/payments.ts';
import type { Shop } from '#server/shop.ts';

const knownTypes = new Set<string>(stripeEventTypes);

/**
 * Stores a signed event and leaves the work to the background, so that Stripe is answered at once. Refuses (400) a wrong, old or
 * future signature. An event that came before, of another mode or of an unknown type changes nothing.
 */
export async function receiveEvent(
  shop: Shop,
  { body, signature }: { body: Uint8Array; signature: string },
): Promise<null | Refusal> {
  const { processor } = shop;
  if (!processor) return refuse('unknownPath');
  const event = await processor.readEvent(Buffer.from(body), signature, shop.clock());
  if (!event) return refuse('signatureInvalid');
  await storeEvents(shop, [event], 'webhook');
  return null;
}

/**
 * Stores events of the processor and leaves the work to the background. An event that came before, of another mode or of an
 * unknown type changes nothing.
 */
export async function storeEvents(
  shop: Shop,
  events: readonly EventSeen[],
  cameBy: EventRow['came_by'],
): Promise<void> {
  const isLive = shop.settings.stripe?.isLive;
  const wanted = events.filter((event) => event.isLive === isLive && knownTypes.has(event.type));
  if (wanted.length === 0) return;
  const now = shop.clock();
  await shop.database.write(async (tx) => {
    for (const event of wanted) await insertEvent(tx, rowOf(event, cameBy, now));
    tx.afterCommit(shop.settlement.wake);
  });
}

function rowOf(event: EventSeen, came_by: EventRow['came_by'], now: number): EventRow {
  return {
    id: event.id,
    type: event.type,
    object_id: event.objectId,
    attempt_id: event.attemptId,
    intent_id: event.intentId,
    is_live: event.isLive ? 1 : 0,
    api_version: event.apiVersion,
    created_at: event.createdAt,
    received_at: now,
    came_by,
    handled_at: null,
    tries: 0,
    next_at: now,
    error: '',
  };
}
