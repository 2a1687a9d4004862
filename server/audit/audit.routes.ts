import { z } from 'zod';
import type { AuditEntry } from '#contract/audit.ts';
import type { Handlers } from '#server/http/handlers.ts';
import type { Shop } from '#server/shop.ts';
import { selectEntries } from './audit.queries.ts';

const fields = z.record(z.string(), z.unknown());
const parse = (kept: string | null) => (kept === null ? null : fields.parse(JSON.parse(kept)));

export function auditRoutes(shop: Shop): Handlers<'listAuditEntries'> {
  return {
    listAuditEntries: async ({ query }) => {
      const { rows, total } = await selectEntries(shop.database.read, query);
      const entries = rows.map(
        (row): AuditEntry => ({
          id: row.id,
          at: new Date(row.at).toISOString(),
          adminId: row.admin_id,
          adminName: row.admin_name,
          adminEmail: row.admin_email,
          action: row.action,
          subject: row.subject,
          subjectName: row.subject_name || row.subject_email,
          before: parse(row.before),
          after: parse(row.after),
        }),
      );
      return { entries, total };
    },
  };
}
