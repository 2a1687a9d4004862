import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listQuery } from './lists.ts';

/** One change by an admin, or of an account's email by the account's holder, with the fields before and after it, without secrets. */
export const auditEntry = z.object({
  id: z.string(),
  at: z.string(),
  /** The id of the account that made the change; `command-line` for a program of the owner. */
  adminId: z.string(),
  /** The account's name at that time; null if no account made the change. */
  adminName: z.string().nullable(),
  adminEmail: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  /** The user's name at that time; null if the subject is not a user. */
  subjectName: z.string().nullable(),
  subjectEmail: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditSortFields = ['date', 'at', 'action', 'subject', 'adminId', 'id'] as const;

export const auditEndpoints = {
  listAuditEntries: endpoint({
    method: 'GET',
    path: '/admin/audit',
    access: 'owner',
    summary: 'Changes by admins, newest first',
    query: listQuery(auditSortFields),
    reply: z.object({ entries: z.array(auditEntry), total: z.number() }),
  }),
};
