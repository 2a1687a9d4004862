import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
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
  open: t`Open`,
  ended: t`Ended`,
  closed: t`Closed`,
  declined: t`Let go by the client`,
};

/** Lists offers and rooms: for whom each one is, its pieces, until when it is open, and on which days it was opened. */
export function PrivateLinksTable({ links, onEdit, onRenew, onClose }: PrivateLinksTableProps) {
  const columns = useColumns();
  return (
    <DataTable
      label={t`Offers and viewing rooms`}
      form="table-plain"
      columns={onEdit ? [...columns, actionsColumn(onEdit, onRenew, onClose)] : columns}
      rows={links}
      idOf={({ id }) => id}
    />
  );
}

function useColumns(): Column<PrivateLink, never>[] {
  const { end } = useTimes();
  return [
    {
      title: t`For`,
      cellClass: 'strong cell-main wrap-anywhere align-top',
      cell: ({ id, kind, name, email }) => (
        <span id={nameId(id)}>
          {kind === 'offer' ? offerWords(name) : t`Room ${name}`}
          {email && <span className="subtle block font-normal">{email}</span>}
        </span>
      ),
    },
    { title: t`Pieces`, cellClass: 'cell-full wrap-anywhere align-top', cell: (link) => <ListingsOf link={link} /> },
    {
      title: t`State`,
      cellClass: 'cell-second align-top',
      cell: ({ state }) => <Badge {...(state === 'open' && { tone: 'gold' as const })}>{stateWords[state]}</Badge>,
    },
    {
      title: t`Open until`,
      cellClass: 'numeric cell-full align-top',
      // Narrow screens have no table head.
      cell: ({ until }) => {
        const lastDay = end(until);
        return (
          <Trans>
            <span className="subtle lg:hidden">Open until </span>
            <time dateTime={until}>{lastDay}</time>
          </Trans>
        );
      },
    },
    { title: t`Opened`, cellClass: 'numeric cell-full align-top', cell: (link) => <OpeningsOf link={link} /> },
  ];
}

function actionsColumn(
  onEdit: (link: PrivateLink) => void,
  onRenew: (link: PrivateLink) => void,
  onClose: (link: PrivateLink) => void,
): Column<PrivateLink, never> {
  return {
    title: t`Actions`,
    right: true,
    cellClass: 'cell-full align-top',
    cell: (link) =>
      (link.state === 'open' || link.state === 'ended') && (
        <div className="row-actions">
          <Button variant="line" aria-describedby={nameId(link.id)} onClick={() => onEdit(link)}>
            {link.state === 'open' ? t`Edit` : t`Open again`}
          </Button>
          {link.state === 'open' && (
            <Button variant="line" aria-describedby={nameId(link.id)} onClick={() => onRenew(link)}>
              {t`New link`}
            </Button>
          )}
          <Button
            variant="danger"
            className="border-transparent!"
            aria-describedby={nameId(link.id)}
            onClick={() => onClose(link)}
          >
            {t`Close`}
          </Button>
        </div>
      ),
  };
}

const nameId = (id: string) => `private-${id}`;

const offerWords = (name: string) => (name ? t`Offer to ${name}` : t`Offer`);

function ListingsOf({ link: { pieces } }: { link: PrivateLink }) {
  const price = usePrices();
  return (
    <ul>
      {pieces.map(({ listingId, name, sold, price: own }) => (
        <li key={listingId}>
          {name}
          <span className="subtle">
            {own !== undefined && `, ${price(own)}`}
            {sold && t`, sold`}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The last day on which a link was opened and how often it was opened in all; on demand, how often on each day. */
function OpeningsOf({ link: { openings, opened } }: { link: PrivateLink }) {
  const [last] = openings;
  if (!last) return <span className="subtle">{t`Never opened`}</span>;
  const day = timesIn('UTC', 'UTC').day;
  const lastDay = day(last.day);
  const days = plural(opened, { one: `${lastDay}, # time in all`, other: `${lastDay}, # times in all` });
  return (
    <details>
      <summary>
        <Trans>
          <span className="subtle lg:hidden">Opened </span>
          {days}
        </Trans>
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
