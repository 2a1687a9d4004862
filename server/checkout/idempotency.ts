import { createHash } from 'node:crypto';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { durations } from '#contract/limits.ts';
import type { Writer } from '#server/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { insertKey, selectKey } from './checkout.queries.ts';

/** One call that may be repeated: whose, of which route, under which key (null: without one), with which body. */
export interface RepeatableCall {
  userId: string;
  route: string;
  key: string | null;
  body: unknown;
}

/**
 * Same key and body: the same answer, and nothing happens twice; another body under the key is refused. The answer is kept by
 * the transaction that made it, for 24 hours; a refusal is not kept, for it changed nothing (CONTRACT.md, checkout).
 * The buyer's row is locked by the caller, so that two repetitions at once see each other.
 */
export async function once<Answer>(
  shop: Shop,
  tx: Writer,
  call: RepeatableCall,
  work: () => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  if (call.key === null) return work();
  const since = shop.clock() - durations.idempotencyKept;
  const bodyHash = createHash('sha256').update(JSON.stringify(call.body)).digest('hex');
  const known = await selectKey(tx, call.userId, call.route, call.key, since);
  // Written below by the same route, whose answers have one type.
  if (known) return known.body_hash === bodyHash ? (JSON.parse(known.reply) as Answer) : refuse('keyReused');
  const answer = await work();
  if (isRefusal(answer)) return answer;
  await insertKey(
    tx,
    {
      user_id: call.userId,
      route: call.route,
      key: call.key,
      body_hash: bodyHash,
      reply: JSON.stringify(answer),
      created_at: shop.clock(),
    },
    since,
  );
  return answer;
}
