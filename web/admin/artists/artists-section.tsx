import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import type { artistSortFields } from '#contract/artists.ts';
import { type Answer, call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { useHasRole } from '../admin-access.ts';
import { PanelIcon } from '../panel-icon.tsx';
import { ListingThumbnail } from '../products/listing-thumbnail.tsx';
import type { Column } from '../table/column.ts';
import { loadTable, type RequestRows } from '../table/load-table.ts';
import { TableSection, type TableWords } from '../table/table-section.tsx';
import type { Route } from './+types/artists-section.ts';
import { actionsColumn } from './actions-column.tsx';
import { deletionOf } from './artist-words.ts';
import { Pieces } from './pieces.tsx';

const words: TableWords = {
  counted: (total, count) => plural(total, { one: `${count} artist`, other: `${count} artists` }),
  search: t`Search artists`,
  noMatch: t`No artists match what you look for.`,
  pages: t`Pages of artists`,
  file: 'artists',
};

type Row = Extract<Answer<'listArtistsAsAdmin'>, { success: true }>['artists'][number];
type Field = (typeof artistSortFields)[number];

const requestArtists: RequestRows<Row, Field> = async (query, _search, signal) => {
  const answer = await call('listArtistsAsAdmin', { query, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.artists, total: answer.total } : answer;
};

const bornOf = ({ birthYear, birthPlace }: Row) => [birthYear, birthPlace].filter(Boolean).join(', ');

const columns: Column<Row, Field>[] = [
  {
    title: t`Picture`,
    cellClass: 'cell-picture',
    cell: ({ portrait, pictures }) => <ListingThumbnail listing={{ imageSet: portrait ? [portrait] : pictures }} />,
  },
  {
    title: t`Name`,
    sort: 'name',
    cellClass: 'strong cell-main wrap-anywhere',
    cell: ({ id, name }) => <Link to={`/admin/artists/${id}`}>{name}</Link>,
    csv: ({ name }) => name,
  },
  { title: t`Born`, sort: 'birthYear', cellClass: 'numeric muted hide-small', cell: bornOf, csv: bornOf },
  { title: t`Pieces`, right: true, cell: ({ pieces }) => <Pieces count={pieces} />, csv: ({ pieces }) => pieces },
  {
    title: t`Sold`,
    right: true,
    cellClass: 'hide-small',
    cell: ({ pieces, available }) => pieces - available,
    csv: ({ pieces, available }) => pieces - available,
  },
  {
    title: t`Biography`,
    cellClass: 'muted hide-small',
    cell: ({ hasBiography }) => (hasBiography ? t`Yes` : t`None`),
    csv: ({ hasBiography }) => (hasBiography ? t`Yes` : t`None`),
  },
  {
    title: t`In the shop`,
    cellClass: 'cell-second',
    cell: ({ published }) => (published ? <Badge tone="gold">{t`Shown`}</Badge> : <Badge>{t`Not shown`}</Badge>),
    csv: ({ published }) => (published ? t`Shown` : t`Not shown`),
  },
];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadTable(request, columns, requestArtists);
}

/** The panel’s list of all artists (docs/behaviour/artists.md, 16). */
export default function ArtistsSection({ loaderData }: Route.ComponentProps) {
  const mayEdit = useHasRole('staff');
  const [deleted, setDeleted] = useState<Row | null>(null);
  return (
    <>
      <TableSection
        title={t`Artists`}
        words={words}
        empty={t`No artists yet. A piece whose artist is only typed stays as it is.`}
        form="table-pictures"
        columns={mayEdit ? [...columns, actionsColumn<Row>('/admin/artists', setDeleted)] : columns}
        content={loaderData}
        idOf={({ id }) => id}
        requestRows={requestArtists}
        defaultSorting={{ field: 'name', descending: false }}
        actions={
          <>
            <Link className={buttonClass('line')} to="/admin/artists/series">
              {t`Series`}
            </Link>
            {mayEdit && (
              <Link className={buttonClass()} to="/admin/artists/new">
                <PanelIcon name="add" small />
                {t`Add an artist`}
              </Link>
            )}
          </>
        }
      />
      <ActionDialog
        row={deleted}
        title={() => t`Delete Artist`}
        confirmLabel={() => t`Delete`}
        question={deletionOf}
        action={({ id }) => call('deleteArtist', { params: { id } })}
        done={() => t`Artist deleted`}
        failed={t`Failed to delete the artist`}
        onClose={() => setDeleted(null)}
      />
    </>
  );
}
