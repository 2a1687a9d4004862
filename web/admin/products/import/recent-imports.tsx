import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { ImportSummary } from '#contract/imports.ts';
import { inDigits } from '../../../language/numbers.ts';
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

/** Imports that were made, and which of them can still be taken back. Shows nothing before the first one. */
export function RecentImports({ imports, total, page }: RecentImportsProps) {
  const { minute } = useTimes();
  if (total === 0) return null;
  return (
    <section className="panel" aria-labelledby="imports">
      <header>
        <h2 id="imports">
          {t`Earlier imports`} <span className="subtle numeric font-normal">{inDigits(total)}</span>
        </h2>
      </header>
      <DataTable<ImportSummary, never>
        label={t`Earlier imports`}
        form="table-plain"
        columns={[
          {
            title: t`File`,
            cellClass: 'strong cell-main wrap-anywhere',
            cell: ({ id, fileName }) => <Link to={addressOfImport(id)}>{fileName}</Link>,
          },
          {
            title: t`When`,
            cellClass: 'numeric cell-full',
            cell: ({ importedAt }) => importedAt && <time dateTime={importedAt}>{minute(importedAt)}</time>,
          },
          { title: t`What`, cellClass: 'cell-full', cell: outcomeWords },
          {
            title: t`State`,
            cellClass: 'cell-full',
            cell: ({ state, undoUntil }) =>
              state === 'undone' ? (
                <Badge>{t`Taken back`}</Badge>
              ) : (
                undoUntil && <Badge tone="gold">{untilWords(minute(undoUntil))}</Badge>
              ),
          },
        ]}
        rows={imports}
        idOf={({ id }) => id}
      />
      <Pages label={t`Pages of imports`} page={page} total={total} />
    </section>
  );
}

const untilWords = (until: string) => t`Can be taken back until ${until}`;
