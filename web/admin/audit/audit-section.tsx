import type { AuditEntry } from '#contract/audit.ts';
import { useDates } from '../../account/dates.ts';
import { call } from '../../api.ts';
import type { Column } from '../table/column.ts';
import { type AskForRows, loadTable } from '../table/load-table.ts';
import { TableSection } from '../table/table-section.tsx';
import type { Route } from './+types/audit-section.ts';
import { changesOf, inOneLine } from './audit-changes.ts';
import { ChangeList } from './change-list.tsx';

type SortField = 'date' | 'adminId' | 'action' | 'subject';

const askForEntries: AskForRows<AuditEntry, SortField> = async (query, _search, signal) => {
  const answer = await call('listAuditEntries', { query, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.entries, total: answer.total } : answer;
};

const columns: Column<AuditEntry, SortField>[] = [
  {
    title: 'When',
    sort: 'date',
    cellClass: 'num whitespace-nowrap c-full',
    cell: ({ at }) => <Moment at={at} />,
    csv: ({ at }) => at,
  },
  {
    title: 'Who',
    sort: 'adminId',
    cellClass: 'c-full wrap-anywhere',
    cell: ({ adminName, adminEmail, adminId }) => adminName || adminEmail || <span className="subtle">{adminId}</span>,
    csv: ({ adminName, adminEmail, adminId }) => adminName || adminEmail || adminId,
  },
  {
    title: 'What',
    sort: 'action',
    cellClass: 'strong c-main',
    cell: ({ action }) => action.charAt(0).toUpperCase() + action.slice(1),
    csv: ({ action }) => action,
  },
  {
    title: 'Which',
    sort: 'subject',
    cellClass: 'id c-full',
    cell: ({ subject, subjectName }) => (
      <>
        {subjectName && <span className="block truncate text-13 text-ink">{subjectName}</span>}
        <span title={subject}>{subject}</span>
      </>
    ),
    csv: ({ subject, subjectName }) => (subjectName ? `${subjectName} (${subject})` : subject),
  },
  {
    title: 'Before and after',
    cellClass: 'c-full audit-changes',
    cell: ({ before, after }) => <ChangeList changes={changesOf(before, after)} />,
    csv: ({ before, after }) => changesOf(before, after).map(inOneLine).join('; '),
  },
];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadTable(request, columns, askForEntries);
}

/** Every change an admin made, newest first. Nothing here can be altered. */
export default function AuditSection({ loaderData }: Route.ComponentProps) {
  return (
    <TableSection
      title="Audit"
      noun={['change', 'changes']}
      empty="What admins change will be here."
      form="table-o"
      columns={columns}
      content={loaderData}
      idOf={({ id }) => id}
      ask={askForEntries}
      defaultSorting={{ field: 'date', descending: true }}
    />
  );
}

function Moment({ at }: { at: string }) {
  const { minute } = useDates();
  return <time dateTime={at}>{minute(at)}</time>;
}
