import { plural, t } from '@lingui/core/macro';
import type { AuditEntry } from '#contract/audit.ts';
import { call } from '../../api.ts';
import { useShop } from '../../shell/shop.ts';
import { requireAdmin } from '../admin-access.ts';
import { Moment } from '../moment.tsx';
import type { Column } from '../table/column.ts';
import { loadTable, type RequestRows } from '../table/load-table.ts';
import { TableSection, type TableWords } from '../table/table-section.tsx';
import type { Route } from './+types/audit-section.ts';
import { actionTitle } from './action-words.ts';
import { changesOf, changeText } from './audit-changes.ts';
import { ChangeList } from './change-list.tsx';
import { subjectTitle } from './subject-title.ts';

const words: TableWords = {
  counted: (total, count) => plural(total, { one: `${count} change`, other: `${count} changes` }),
  search: t`Search audit`,
  noMatch: t`No changes match what you look for.`,
  pages: t`Pages of changes`,
  file: 'changes',
};

type SortField = 'date' | 'adminId' | 'action' | 'subject';

const requestEntries: RequestRows<AuditEntry, SortField> = async (query, _search, signal) => {
  const answer = await call('listAuditEntries', { query, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.entries, total: answer.total } : answer;
};

const columns: Column<AuditEntry, SortField>[] = [
  {
    title: t`When`,
    sort: 'date',
    cellClass: 'numeric whitespace-nowrap cell-full',
    cell: ({ at }) => <Moment at={at} />,
    csv: ({ at }) => at,
  },
  {
    title: t`Who`,
    sort: 'adminId',
    cellClass: 'cell-full wrap-anywhere',
    cell: ({ adminName, adminEmail, adminId }) =>
      adminEmail === null ? <span className="subtle">{adminId}</span> : <Person name={adminName} email={adminEmail} />,
    csv: ({ adminName, adminEmail, adminId }) => personText(adminName, adminEmail) ?? adminId,
  },
  {
    title: t`What`,
    sort: 'action',
    cellClass: 'strong cell-main',
    cell: ({ action }) => actionTitle(action),
    csv: ({ action }) => action,
  },
  {
    title: t`Which`,
    sort: 'subject',
    cellClass: 'id cell-full',
    cell: ({ action, subject, subjectName, subjectEmail }) =>
      subjectEmail === null ? (
        <Thing title={subjectTitle(action, subject)} id={subject} />
      ) : (
        <span className="text-ink" title={subject}>
          <Person name={subjectName} email={subjectEmail} />
        </span>
      ),
    csv: ({ subject, subjectName, subjectEmail }) => personText(subjectName, subjectEmail) ?? subject,
  },
  {
    title: t`Before and after`,
    cellClass: 'cell-full audit-changes',
    cell: ({ before, after }) => <Changes before={before} after={after} />,
    csv: ({ before, after }, { currency }) => changesOf(before, after, currency).map(changeText).join('; '),
  },
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin('owner');
  return loadTable(request, columns, requestEntries);
}

/** Changes by admins, newest first. They cannot be edited (docs/behaviour/audit.md, 2). */
export default function AuditSection({ loaderData }: Route.ComponentProps) {
  return (
    <TableSection
      title={t`Audit`}
      words={words}
      empty={t`What admins change will be here.`}
      form="table-plain"
      columns={columns}
      content={loaderData}
      idOf={({ id }) => id}
      requestRows={requestEntries}
      defaultSorting={{ field: 'date', descending: true }}
    />
  );
}

function Person({ name, email }: { name: string | null; email: string }) {
  if (!name) return email;
  return (
    <>
      {name}
      <span className="subtle text-12 block">{email}</span>
    </>
  );
}

/** What was changed: its title, or its id if the panel has no title for it. */
function Thing({ title, id }: { title: string | null; id: string }) {
  return (
    <span className={title === null ? undefined : 'text-ink'} title={id}>
      {title ?? id}
    </span>
  );
}

function personText(name: string | null, email: string | null): string | null {
  return name && email ? `${name} (${email})` : email;
}

function Changes({ before, after }: Pick<AuditEntry, 'before' | 'after'>) {
  return <ChangeList changes={changesOf(before, after, useShop().currency)} />;
}
