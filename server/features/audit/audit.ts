import { z } from 'zod';
import type { AuditEntry } from '#contract/audit.ts';
import { foldText } from '#contract/text.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import type { Shop } from '#server/shop.ts';
import {
  type AuditListRequest,
  insertEntry,
  selectEntries,
  selectEntriesOf,
  selectUserNames,
} from './audit.queries.ts';

export { forgetInAudit } from './forget-in-audit.ts';

export interface Change {
  adminId: string;
  /** In words that admins read, e.g. 'admin rights granted'. */
  action: string;
  /** Id of what was changed. */
  subject: string;
  before: object | null;
  after: object | null;
}

/**
 * Records a change by an admin in the transaction that makes it. The entry stores the current name and email of the admin, and
 * of the subject if it is a user, so call this before the transaction changes them. `before` and `after` contain no secret.
 */
export async function recordChange(
  tx: Writer,
  shop: Shop,
  { adminId, action, subject, before, after }: Change,
): Promise<void> {
  const people = await selectUserNames(tx, [adminId, subject]);
  const [admin, user] = [adminId, subject].map((id) => people.find((person) => person.id === id));
  await insertEntry(tx, {
    id: shop.randomBytes(12).toString('hex'),
    at: shop.clock(),
    admin_id: adminId,
    admin_name: admin?.name ?? null,
    admin_email: admin?.email ?? null,
    action,
    subject,
    subject_name: user?.name ?? null,
    subject_email: user?.email ?? null,
    people_folded: foldText(people.map(({ name, email }) => `${name} ${email}`).join(' ')),
    before: before && JSON.stringify(before),
    after: after && JSON.stringify(after),
  });
}

/** Records what an admin has read, after the answer, because a read waits for no write (decision 0065). */
export function recordRead(shop: Shop, change: Omit<Change, 'before'>): void {
  const at = shop.clock();
  shop.backgroundWrites.add(change.action, (tx) =>
    recordChange(tx, { ...shop, clock: () => at }, { ...change, before: null }),
  );
}

export async function listAuditEntries(
  shop: Shop,
  request: AuditListRequest,
): Promise<{ entries: AuditEntry[]; total: number }> {
  const { rows, total } = await selectEntries(shop.database.read, request);
  const entries = rows.map((row) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    adminId: row.admin_id,
    adminName: row.admin_name,
    adminEmail: row.admin_email,
    action: row.action,
    subject: row.subject,
    subjectName: row.subject_name,
    subjectEmail: row.subject_email,
    before: parseFields(row.before),
    after: parseFields(row.after),
  }));
  return { entries, total };
}

/** The latest 50 changes of one subject, newest first. */
export async function findRecentChanges(reader: Reader, subject: string) {
  const rows = await selectEntriesOf(reader, subject, 50);
  return rows.map(({ at, admin_id, admin_name, admin_email, action, before, after }) => ({
    /** Epoch milliseconds. */
    at,
    adminId: admin_id,
    action,
    adminName: admin_name,
    adminEmail: admin_email,
    before: parseFields(before),
    after: parseFields(after),
  }));
}

const fields = z.record(z.string(), z.unknown());

function parseFields(json: string | null): Record<string, unknown> | null {
  return json === null ? null : fields.parse(JSON.parse(json));
}
