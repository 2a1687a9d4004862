import type { PrivateLink, PrivateLinkState } from '#contract/private-sales.ts';
import { usePrices } from '../../../shell/price.tsx';
import { timesIn } from '../../../shell/times.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../table/column.ts';
import { DataTable } from '../../table/data-table.tsx';

interface PrivateLinksTableProps {
  links: readonly PrivateLink[];
  /** Null for a viewer, who may do none of the three. */
  onEdit: ((link: PrivateLink) => void) | null;
  onRenew: (link: PrivateLink) => void;
  onClose: (link: PrivateLink) => void;
}

const stateWords: Readonly<Record<PrivateLinkState, string>> = {
  open: 'Open',
  ended: 'Ended',
  closed: 'Closed',
  declined: 'Let go by the client',
};

/** For whom, which pieces, until when, and on which days each link was opened. */
export function PrivateLinksTable({ links, onEdit, onRenew, onClose }: PrivateLinksTableProps) {
  const { end } = useTimes();
  const columns: Column<PrivateLink, never>[] = [
    {
      title: 'For',
      cellClass: 'strong cell-main wrap-anywhere align-top',
      cell: ({ id, kind, name, email }) => (
        <span id={`private-${id}`}>
          {kind === 'offer' ? `Offer${name && ` to ${name}`}` : `Room ${name}`}
          {email && <span className="subtle block font-normal">{email}</span>}
        </span>
      ),
    },
    { title: 'Pieces', cellClass: 'cell-full wrap-anywhere align-top', cell: (link) => <ListingsOf link={link} /> },
    {
      title: 'State',
      cellClass: 'cell-second align-top',
      cell: ({ state }) => <Badge {...(state === 'open' && { tone: 'gold' as const })}>{stateWords[state]}</Badge>,
    },
    {
      title: 'Open until',
      cellClass: 'numeric cell-full align-top',
      cell: ({ until }) => <time dateTime={until}>{end(until)}</time>,
    },
    { title: 'Opened', cellClass: 'numeric cell-full align-top', cell: (link) => <OpeningsOf link={link} /> },
  ];
  if (onEdit)
    columns.push({
      title: 'Actions',
      right: true,
      cellClass: 'cell-full align-top',
      cell: (link) =>
        (link.state === 'open' || link.state === 'ended') && (
          <div className="row-actions">
            <Button variant="line" aria-describedby={`private-${link.id}`} onClick={() => onEdit(link)}>
              {link.state === 'open' ? 'Edit' : 'Open again'}
            </Button>
            {link.state === 'open' && (
              <Button variant="line" aria-describedby={`private-${link.id}`} onClick={() => onRenew(link)}>
                New link
              </Button>
            )}
            <Button
              variant="danger"
              className="border-transparent!"
              aria-describedby={`private-${link.id}`}
              onClick={() => onClose(link)}
            >
              Close
            </Button>
          </div>
        ),
    });
  return (
    <DataTable
      label="Offers and viewing rooms"
      form="table-plain"
      columns={columns}
      rows={links}
      idOf={({ id }) => id}
      sorting={null}
      onSort={() => {}}
    />
  );
}

function ListingsOf({ link: { pieces } }: { link: PrivateLink }) {
  const price = usePrices();
  return (
    <ul>
      {pieces.map(({ listingId, name, sold, price: own }) => (
        <li key={listingId}>
          {name}
          <span className="subtle">
            {own !== undefined && `, ${price(own)}`}
            {sold && ', sold'}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The last day and how often it was opened; the earlier days on demand. */
function OpeningsOf({ link: { openings, opened } }: { link: PrivateLink }) {
  const [last] = openings;
  if (!last) return <span className="subtle">Never</span>;
  const day = timesIn('UTC', 'UTC').day;
  return (
    <details>
      <summary>
        {day(last.day)}, {opened} {opened === 1 ? 'time' : 'times'} in all
      </summary>
      <ul className="subtle">
        {openings.map((one) => (
          <li key={one.day}>
            {day(one.day)}: {one.count}
          </li>
        ))}
      </ul>
    </details>
  );
}
