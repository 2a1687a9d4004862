import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';

/** One change by an admin: who, what, before, after, when. `before` and `after` hold no secret. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  adminId: z.string(),
  /** As the account is named today; null when it is gone. */
  adminName: z.string().nullable(),
  adminEmail: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** Where the subject is a user who is still there: the name, or the email of who has none. */
  subjectName: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditSortFields = ['date', 'at', 'action', 'subject', 'adminId', 'id'] as const;

export const auditEndpoints = {
  listAuditEntries: endpoint({
    method: 'GET',
    path: '/admin/audit',
    access: 'admin',
    summary: 'Every change an admin made, newest first',
    query: listQuery(auditSortFields),
    reply: z.object({ entries: z.array(auditEntry), total: z.number() }),
  }),
};
