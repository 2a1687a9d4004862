import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { AdminSeries, seriesSortFields } from '#contract/artists.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useHasRole } from '../admin-access.ts';
import { PanelIcon } from '../panel-icon.tsx';
import type { Column } from '../table/column.ts';
import { loadTable, type RequestRows } from '../table/load-table.ts';
import { TableSection, type TableWords } from '../table/table-section.tsx';
import type { Route } from './+types/series-section.ts';
import { actionsColumn } from './actions-column.tsx';
import { deletionOf } from './artist-words.ts';
import { Pieces } from './pieces.tsx';

const words: TableWords = {
  counted: (total, count) => plural(total, { other: `${count} series` }),
  search: t`Search series`,
  noMatch: t`No series match what you look for.`,
  pages: t`Pages of series`,
  file: 'series',
};

type Field = (typeof seriesSortFields)[number];

const requestSeries: RequestRows<AdminSeries, Field> = async (query, _search, signal) => {
  const answer = await call('listSeriesAsAdmin', { query, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.series, total: answer.total } : answer;
};

const columns: Column<AdminSeries, Field>[] = [
  {
    title: t`Name`,
    sort: 'name',
    cellClass: 'strong cell-main wrap-anywhere',
    cell: ({ id, name }) => <Link to={`/admin/artists/series/${id}`}>{name}</Link>,
    csv: ({ name }) => name,
  },
  {
    title: t`Artist`,
    cellClass: 'muted hide-small',
    cell: ({ artist, artistId }) => artist?.name ?? (artistId === null ? t`Several` : t`Not shown`),
    csv: ({ artist }) => artist?.name ?? '',
  },
  { title: t`Pieces`, right: true, cell: ({ pieces }) => <Pieces count={pieces} />, csv: ({ pieces }) => pieces },
  {
    title: t`In the shop`,
    cellClass: 'cell-second',
    cell: ({ published }) => (published ? <Badge tone="gold">{t`Shown`}</Badge> : <Badge>{t`Not shown`}</Badge>),
    csv: ({ published }) => (published ? t`Shown` : t`Not shown`),
  },
];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadTable(request, columns, requestSeries);
}

/** The panel’s list of all series (docs/behaviour/artists.md, 16). */
export default function SeriesSection({ loaderData }: Route.ComponentProps) {
  const mayEdit = useHasRole('staff');
  const [deleted, setDeleted] = useState<AdminSeries | null>(null);
  return (
    <>
      <TableSection
        title={t`Series`}
        words={words}
        empty={t`No series yet. A piece whose series is only typed stays as it is.`}
        form="table-plain"
        columns={mayEdit ? [...columns, actionsColumn<AdminSeries>('/admin/artists/series', setDeleted)] : columns}
        content={loaderData}
        idOf={({ id }) => id}
        requestRows={requestSeries}
        defaultSorting={{ field: 'name', descending: false }}
        actions={
          <>
            <Link className={buttonClass('line')} to="/admin/artists">
              {t`Artists`}
            </Link>
            {mayEdit && (
              <Link className={buttonClass()} to="/admin/artists/series/new">
                <PanelIcon name="add" small />
                {t`Add a series`}
              </Link>
            )}
          </>
        }
      />
      <ActionDialog
        row={deleted}
        title={() => t`Delete Series`}
        confirmLabel={() => t`Delete`}
        question={deletionOf}
        action={({ id }) => call('deleteSeries', { params: { id } })}
        done={() => t`Series deleted`}
        failed={t`Failed to delete the series`}
        onClose={() => setDeleted(null)}
      />
    </>
  );
}
