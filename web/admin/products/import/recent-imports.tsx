import { Link } from 'react-router';
import type { ImportSummary } from '#contract/imports.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { DataTable } from '../../table/data-table.tsx';
import { Pages } from '../../table/pages.tsx';
import { addressOfImport } from './import-address.ts';
import { outcomeWords } from './import-words.ts';

interface RecentImportsProps {
  imports: readonly ImportSummary[];
  total: number;
  page: number;
}

/** Imports that were made, and which of them can still be taken back. Nothing before the first one. */
export function RecentImports({ imports, total, page }: RecentImportsProps) {
  const { minute } = useTimes();
  if (total === 0) return null;
  return (
    <section className="panel" aria-labelledby="imports">
      <header>
        <h2 id="imports">
          Earlier imports <span className="subtle numeric font-normal">{total.toLocaleString('en-US')}</span>
        </h2>
      </header>
      <DataTable<ImportSummary, never>
        label="Earlier imports"
        form="table-plain"
        columns={[
          {
            title: 'File',
            cellClass: 'strong cell-main wrap-anywhere',
            cell: ({ id, fileName }) => <Link to={addressOfImport(id)}>{fileName}</Link>,
          },
          {
            title: 'When',
            cellClass: 'numeric cell-full',
            cell: ({ importedAt }) => importedAt && <time dateTime={importedAt}>{minute(importedAt)}</time>,
          },
          { title: 'What', cellClass: 'cell-full', cell: outcomeWords },
          {
            title: 'State',
            cellClass: 'cell-full',
            cell: ({ state, undoUntil }) =>
              state === 'undone' ? (
                <Badge>Taken back</Badge>
              ) : (
                undoUntil && <Badge tone="gold">Can be taken back until {minute(undoUntil)}</Badge>
              ),
          },
        ]}
        rows={imports}
        idOf={({ id }) => id}
        sorting={null}
        onSort={() => {}}
      />
      <Pages label="Pages of imports" page={page} total={total} />
    </section>
  );
}
