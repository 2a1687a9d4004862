import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { WaitingPerson } from '#contract/waiting-list.ts';
import { call } from '../../../api.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ActionDialog } from '../../action-dialog.tsx';
import { useHasRole } from '../../admin-access.ts';
import { Crumbs } from '../../crumbs.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';
import { ListFailure } from '../../table/list-failure.tsx';
import { loadPage } from '../../table/load-table.ts';
import { Pages } from '../../table/pages.tsx';
import type { Route } from './+types/waiting-page.ts';

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadPage(request, (query) => call('listWaitingPeople', { query }));
}

/** Lists who waits for which piece (docs/behaviour/waiting-list.md). */
export default function WaitingPage({ loaderData: { answer, page } }: Route.ComponentProps) {
  const mayRemove = useHasRole('staff');
  const [removed, setRemoved] = useState<WaitingPerson | null>(null);
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/products" title={t`Products`} />
        <h1>{t`Waiting lists`}</h1>
      </div>
      {!answer.success && <ListFailure message={answer.message} />}
      {answer.success && (
        <>
          <div className="panel">
            {answer.people.length === 0 ? (
              <p className="state muted">{t`Nobody waits for a piece.`}</p>
            ) : (
              <PeopleTable people={answer.people} onRemove={mayRemove ? setRemoved : null} />
            )}
          </div>
          <Pages label={t`Pages of waiting lists`} page={page} total={answer.total} />
        </>
      )}
      <ActionDialog
        row={removed}
        title={({ name }) => t`Take ${name} off the list?`}
        confirmLabel={() => t`Take off`}
        question={({ until, listingName }) =>
          until
            ? t`${listingName} is kept for this person now. It goes to the next who waits, or everybody can buy it.`
            : t`This person waits for ${listingName} no longer. They get no email about it.`
        }
        action={({ listingId, userId }) => call('removeFromWaitingList', { params: { id: listingId, userId } })}
        done={({ name }) => t`${name} waits no longer`}
        failed={t`Failed to change the list`}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}

interface PeopleTableProps {
  people: readonly WaitingPerson[];
  /** Null for a viewer. */
  onRemove: ((person: WaitingPerson) => void) | null;
}

const idOf = ({ listingId, userId }: WaitingPerson) => `${listingId}-${userId}`;

function PeopleTable({ people, onRemove }: PeopleTableProps) {
  const { day, minute } = useTimes();
  const columns: Column<WaitingPerson, never>[] = [
    {
      title: t`Piece`,
      cellClass: 'strong cell-main wrap-anywhere',
      cell: ({ listingName }) => listingName,
    },
    { title: t`Place`, cellClass: 'numeric cell-second', cell: ({ place }) => place },
    {
      title: t`Who`,
      cellClass: 'cell-full wrap-anywhere',
      cell: (person) => (
        <span id={`waiting-${idOf(person)}`}>
          {person.name}
          <span className="subtle block">{person.email}</span>
        </span>
      ),
    },
    {
      title: t`Since`,
      cellClass: 'numeric cell-full',
      cell: ({ joinedAt }) => <time dateTime={joinedAt}>{day(joinedAt)}</time>,
    },
    {
      title: t`State`,
      cellClass: 'cell-full',
      cell: ({ until }) => (until ? <Badge tone="gold">{keptUntil(minute(until))}</Badge> : <Badge>{t`Waits`}</Badge>),
    },
  ];
  if (onRemove)
    columns.push({
      title: t`Actions`,
      right: true,
      cellClass: 'cell-full',
      cell: (person) => (
        <Button
          variant="danger"
          className="border-transparent!"
          aria-describedby={`waiting-${idOf(person)}`}
          onClick={() => onRemove(person)}
        >
          {t`Take off`}
        </Button>
      ),
    });
  return (
    <DataTable label={t`Who waits for which piece`} form="table-plain" columns={columns} rows={people} idOf={idOf} />
  );
}

const keptUntil = (moment: string) => t`Kept until ${moment}`;
