import { plural, t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { type ImportKind, importKinds } from '#contract/import-columns.ts';
import type { PieceImport } from '#contract/imports.ts';
import { call } from '../../../api.ts';
import { inDigits } from '../../../language/numbers.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { redirectIfDenied, requireAdmin } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import { focusMain } from '../../focus-main.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { redirectFromBeyondLast, rowsPerPage } from '../../table/load-table.ts';
import { pageOf } from '../../table/table-address.ts';
import type { Route } from './+types/import-result-page.ts';
import { ImportActions } from './import-actions.tsx';
import { importAddress } from './import-address.ts';
import { ImportColumns } from './import-columns.tsx';
import { ImportRows } from './import-rows.tsx';
import { doneLabels, formatWords, kindLabels } from './import-words.ts';
import { UndoImport } from './undo-import.tsx';

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  await requireAdmin('staff');
  const url = new URL(request.url);
  const page = pageOf(url.searchParams);
  const kind = importKinds.find((known) => known === url.searchParams.get('kind')) ?? null;
  const query = { page, pageSize: rowsPerPage, ...(kind && { kind }) };
  const [found, rows] = await Promise.all([call('getImport', { params }), call('listImportRows', { params, query })]);
  if (rows.success) redirectFromBeyondLast(url, page, rows.total);
  return { found: redirectIfDenied(found), rows: redirectIfDenied(rows), page, kind };
}

/** The dry run of a file, and what became of it (docs/behaviour/import.md). */
export default function ImportResultPage({ loaderData: { found, rows, page, kind } }: Route.ComponentProps) {
  return (
    <>
      <div className="bar">
        <Crumbs to={importAddress} title={t`Import`} />
        <h1 className="wrap-anywhere">{found.success ? found.import.fileName : t`Import`}</h1>
        <Link className={`${buttonClass('line')} ml-auto`} to={importAddress}>
          {t`Another file`}
        </Link>
      </div>
      {found.success ? (
        <ImportBody key={found.import.id} found={found.import} />
      ) : (
        <ListFailure message={found.message} />
      )}
      {found.success && rows.success && (
        <ImportRows of={found.import} rows={rows.rows} total={rows.total} page={page} kind={kind} />
      )}
      {found.success && !rows.success && <ListFailure message={rows.message} />}
    </>
  );
}

function ImportBody({ found }: { found: PieceImport }) {
  const isPlanned = found.state === 'planned';
  const total = Object.values(found.counts).reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p className="muted">
        {sizeWords(total, found.columns.length)} {formatWords[found.format]}{' '}
        {isPlanned && t`A dry run first: nothing has changed yet.`}
      </p>
      {!isPlanned && <UndoImport made={found} />}
      <Tiles found={found} />
      {isPlanned && <ImportActions key={found.plan} planned={found} onImported={focusMain} />}
      <ImportColumns planned={found} isFixed={!isPlanned} />
    </>
  );
}

function sizeWords(rows: number, columns: number): string {
  const shown = inDigits(rows);
  const rowsShown = plural(rows, { one: `${shown} row`, other: `${shown} rows` });
  return `${rowsShown}, ${plural(columns, { one: '# column', other: '# columns' })}.`;
}

/** How many rows there are of each kind; a click shows those rows. `same` has no tile if rows are left out. */
function Tiles({ found: { counts, state } }: { found: PieceImport }) {
  const labels = state === 'planned' ? kindLabels : doneLabels;
  const shown: ImportKind[] = ['new', 'change', counts.left > 0 ? 'left' : 'same', 'refused'];
  return (
    <nav className="tiles" aria-label={t`Rows by kind`}>
      {shown.map((kind) => (
        <Link key={kind} to={`?kind=${kind}#rows`} preventScrollReset>
          <span className={kind === 'refused' && counts.refused > 0 ? 'text-crimson!' : undefined}>{labels[kind]}</span>
          <span className="big">{inDigits(counts[kind])}</span>
        </Link>
      ))}
    </nav>
  );
}
