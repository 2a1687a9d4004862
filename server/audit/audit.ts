import type { Writer } from '#server/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { insertEntry } from './audit.queries.ts';

export interface Change {
  adminId: string;
  /** In a shopkeeper's words, e.g. 'admin rights granted'. */
  action: string;
  /** Id of what was changed. */
  subject: string;
  before: object | null;
  after: object | null;
}

/**
 * Keeps who changed what, in the transaction that changes it; never altered afterwards. `before` and `after` hold no secret,
 * and nothing of a person that should go when the person leaves.
 */
export function recordChange(
  tx: Writer,
  shop: Shop,
  { adminId, action, subject, before, after }: Change,
): Promise<void> {
  return insertEntry(tx, {
    id: shop.randomBytes(12).toString('hex'),
    at: shop.clock(),
    admin_id: adminId,
    action,
    subject,
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  });
}
