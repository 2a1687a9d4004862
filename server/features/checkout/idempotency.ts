import { createHash } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import type { Order } from '#contract/orders.ts';
import { findOrder } from '#server/features/orders/orders.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { insertKey, selectKey } from './checkout.queries.ts';

/** A call that the client may repeat. `key` is null without an Idempotency-Key. */
export interface IdempotentCall {
  userId: string;
  route: string;
  key: string | null;
  body: unknown;
}

/**
 * Runs `work` once for a key. For 24 hours a repeated call changes nothing and returns the same order as it is now. Refuses
 * (409) the same key with another body. The order's id is stored in the transaction of the work; a refusal is not stored,
 * because it changed nothing (docs/behaviour/api.md, 19). The caller has locked the user's row, so that concurrent
 * repetitions run one after another.
 */
export async function withIdempotencyKey(
  tx: Writer,
  shop: Shop,
  call: IdempotentCall,
  work: () => Promise<Order | Refusal>,
): Promise<Order | Refusal> {
  if (call.key === null) return work();
  const since = shop.clock() - durations.idempotencyKeyLifetime;
  const bodyHash = createHash('sha256').update(JSON.stringify(call.body)).digest('hex');
  const stored = await selectKey(tx, call.userId, call.route, call.key, since);
  if (stored && stored.body_hash !== bodyHash) return refuse('keyReused');
  if (stored) return (await findOrder(tx, stored.order_id)) ?? refuse('orderNotFound');
  const order = await work();
  if (isRefusal(order)) return order;
  await insertKey(
    tx,
    {
      user_id: call.userId,
      route: call.route,
      key: call.key,
      body_hash: bodyHash,
      order_id: order.id,
      created_at: shop.clock(),
    },
    since,
  );
  return order;
}
