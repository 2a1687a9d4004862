import { t } from '@lingui/core/macro';
import { call } from '../../../api.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import { ListFailure } from '../../table/list-failure.tsx';
import { redirectFromBeyondLast, rowsPerPage } from '../../table/load-table.ts';
import { pageOf } from '../../table/table-address.ts';
import type { Route } from './+types/import-page.ts';
import { ExportsPanel } from './exports-panel.tsx';
import { FileChoice } from './file-choice.tsx';
import { RecentImports } from './recent-imports.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin('staff');
  const url = new URL(request.url);
  const page = pageOf(url.searchParams);
  const answer = redirectIfDenied(await call('listImports', { query: { page, pageSize: rowsPerPage } }));
  if (answer.success) redirectFromBeyondLast(url, page, answer.total);
  return { answer, page };
}

/** The page that imports pieces from a CSV file and, for owners, exports the collection (docs/behaviour/import.md). */
export default function ImportPage({ loaderData: { answer, page } }: Route.ComponentProps) {
  const isOwner = useHasRole('owner');
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/products" title={t`Products`} />
        <h1>{t`Import from CSV`}</h1>
      </div>
      <FileChoice />
      {answer.success ? (
        <RecentImports imports={answer.imports} total={answer.total} page={page} />
      ) : (
        <ListFailure message={answer.message} />
      )}
      {isOwner && <ExportsPanel />}
    </>
  );
}
