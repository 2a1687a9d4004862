import { type Refusal, refuse } from '#contract/errors.ts';
import { insertEvent, stripeEventTypes } from '#server/features/payments/payments.ts';
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
  const { processor, settings } = shop;
  if (!processor) return refuse('unknownPath');
  const event = await processor.readEvent(Buffer.from(body), signature, shop.clock());
  if (!event) return refuse('signatureInvalid');
  if (event.isLive !== settings.stripe?.isLive || !knownTypes.has(event.type)) return null;
  const now = shop.clock();
  await shop.database.write(async (tx) => {
    await insertEvent(tx, {
      id: event.id,
      type: event.type,
      object_id: event.objectId,
      attempt_id: event.attemptId,
      intent_id: event.intentId,
      is_live: event.isLive ? 1 : 0,
      api_version: event.apiVersion,
      created_at: event.createdAt,
      received_at: now,
      handled_at: null,
      tries: 0,
      next_at: now,
      error: '',
    });
    tx.afterCommit(shop.settlement.wake);
  });
  return null;
}
