import { createHash } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
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
 * Runs `work` once for a key and returns its stored result for 24 hours. Refuses (409) the same key with another body. The
 * result is stored in the transaction of the work; a refusal is not stored, because it changed nothing
 * (docs/behaviour/api.md, 19). The caller has locked the user's row, so that concurrent repetitions run one after another.
 */
export async function withIdempotencyKey<Result>(
  tx: Writer,
  shop: Shop,
  call: IdempotentCall,
  work: () => Promise<Result | Refusal>,
): Promise<Result | Refusal> {
  if (call.key === null) return work();
  const since = shop.clock() - durations.idempotencyKeyLifetime;
  const bodyHash = createHash('sha256').update(JSON.stringify(call.body)).digest('hex');
  const stored = await selectKey(tx, call.userId, call.route, call.key, since);
  // The key includes the route, and all results of one route have the same type.
  if (stored) return stored.body_hash === bodyHash ? (JSON.parse(stored.reply) as Result) : refuse('keyReused');
  const result = await work();
  if (isRefusal(result)) return result;
  await insertKey(
    tx,
    {
      user_id: call.userId,
      route: call.route,
      key: call.key,
      body_hash: bodyHash,
      reply: JSON.stringify(result),
      created_at: shop.clock(),
    },
    since,
  );
  return result;
}
