import type { Enquiry } from '#contract/enquiries.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import { deleteEnquiryRow, type EnquiryRow, lockEnquiry, updateDone } from './enquiries.queries.ts';
import { presentOne } from './present-enquiry.ts';

/** Marks an enquiry as done; repeating it keeps the first time. Refuses an unknown enquiry (404). */
export function markEnquiryDone(shop: Shop, adminId: string, id: string): Promise<Enquiry | Refusal> {
  return change(shop, id, (tx, row) => setDone(tx, shop, { adminId, row }));
}

/** Marks an enquiry as not done; an open one stays as it is. Refuses an unknown enquiry (404). */
export function reopenEnquiry(shop: Shop, adminId: string, id: string): Promise<Enquiry | Refusal> {
  return change(shop, id, async (tx, row) => {
    if (row.done_at === null) return row;
    await updateDone(tx, id, null);
    await recordChange(tx, shop, { adminId, action: 'enquiry reopened', subject: id, before: null, after: null });
    return { ...row, done_at: null };
  });
}

/** Deletes an enquiry with its answers. Refuses an unknown enquiry (404). */
export function deleteEnquiry(shop: Shop, adminId: string, id: string): Promise<Refusal | null> {
  return shop.database.write(async (tx) => {
    if (!(await lockEnquiry(tx, id))) return refuse('enquiryNotFound');
    await deleteEnquiryRow(tx, id);
    // The entry does not repeat the message: the enquiry may be deleted to protect the data of its sender.
    await recordChange(tx, shop, { adminId, action: 'enquiry deleted', subject: id, before: null, after: null });
    return null;
  });
}

/** Marks a locked enquiry as done in the caller's transaction. */
export async function setDone(
  tx: Writer,
  shop: Shop,
  { adminId, row }: { adminId: string; row: EnquiryRow },
): Promise<EnquiryRow> {
  if (row.done_at !== null) return row;
  const after = { ...row, done_at: shop.clock() };
  await updateDone(tx, row.id, after.done_at);
  await recordChange(tx, shop, { adminId, action: 'enquiry done', subject: row.id, before: null, after: null });
  return after;
}

/** Runs `act` on the locked enquiry and presents the row that `act` returns. Refuses an unknown enquiry (404), and what `act` refuses. */
export function change(
  shop: Shop,
  id: string,
  act: (tx: Writer, row: EnquiryRow) => Promise<EnquiryRow | Refusal>,
): Promise<Enquiry | Refusal> {
  return shop.database.write(async (tx) => {
    const row = await lockEnquiry(tx, id);
    const after = row ? await act(tx, row) : refuse('enquiryNotFound');
    return isRefusal(after) ? after : presentOne(tx, after);
  });
}
