import { plural, t } from '@lingui/core/macro';
import { Link } from 'react-router';
import type { ListedReturn } from '#contract/returns.ts';
import { type ReturnState, returnStateLabel, returnStates } from '#contract/states.ts';
import { OrderNumber } from '../../account/order-number.tsx';
import { call } from '../../api.ts';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { requireAdmin } from '../admin-access.ts';
import { Crumbs } from '../crumbs.tsx';
import { Moment } from '../moment.tsx';
import { panelMeta } from '../panel-meta.ts';
import { addressOf } from '../sections.ts';
import type { Column } from '../table/column.ts';
import { localMoment } from '../table/csv.ts';
import { loadTable, type RequestRows } from '../table/load-table.ts';
import { StatusFilter } from '../table/status-filter.tsx';
import { TableSection, type TableWords } from '../table/table-section.tsx';
import type { Route } from './+types/returns-page.ts';

const words: TableWords = {
  counted: (total, count) => plural(total, { one: `${count} return`, other: `${count} returns` }),
  search: t`Search returns`,
  noMatch: t`No returns match what you look for.`,
  pages: t`Pages of returns`,
  file: 'returns',
};

const requestReturns: RequestRows<ListedReturn, never> = async ({ page, pageSize }, search, signal) => {
  const state = returnStates.find((known) => known === search.get('state'));
  const answer = await call('listReturns', { query: { page, pageSize, state }, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.returns, total: answer.total } : answer;
};

const tones: Partial<Record<ReturnState, BadgeTone>> = { requested: 'pending', declined: 'cancelled' };

const namesOf = ({ items }: ListedReturn) => items.map(({ name }) => name).join(', ');

const columns: Column<ListedReturn, never>[] = [
  {
    title: t`Order`,
    cellClass: 'strong numeric cell-main',
    cell: ({ id, orderId }) => (
      <Link to={`${addressOf('orders')}/${orderId}`}>
        <OrderNumber id={orderId} domId={`return-${id}`} />
      </Link>
    ),
    csv: ({ orderId }) => orderId,
  },
  { title: t`Buyer`, cellClass: 'cell-second', cell: ({ buyerName }) => buyerName, csv: ({ buyerName }) => buyerName },
  { title: t`Pieces`, cellClass: 'cell-full wrap-anywhere', cell: namesOf, csv: namesOf },
  {
    title: t`State`,
    cellClass: 'cell-full',
    cell: ({ state }) => <Badge {...(tones[state] && { tone: tones[state] })}>{returnStateLabel[state]}</Badge>,
    csv: ({ state }) => returnStateLabel[state],
  },
  {
    title: t`Asked on`,
    cellClass: 'numeric muted cell-full',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    csv: ({ createdAt }, { timezone }) => localMoment(createdAt, timezone),
  },
];

const csvColumns = [
  { title: t`Reason`, csv: ({ reason }: ListedReturn) => reason },
  { title: t`Refunded`, csv: ({ refunded }: ListedReturn) => refunded ?? '' },
];

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin();
  return loadTable(request, columns, requestReturns);
}

export function meta({ matches }: Route.MetaArgs) {
  return panelMeta(t`Returns`, matches[0].loaderData?.shop.name);
}

/**
 * Lists the returns that buyers asked for, newest first. The state to show is in the URL: `?state=requested`. Each return is answered on
 * the page of its order.
 */
export default function ReturnsPage({ loaderData }: Route.ComponentProps) {
  return (
    <TableSection
      crumbs={<Crumbs to={addressOf('orders')} title={t`Orders`} />}
      title={t`Returns`}
      words={words}
      empty={t`Nobody has asked to return a piece.`}
      form="table-plain"
      columns={columns}
      content={loaderData}
      idOf={({ id }) => id}
      requestRows={requestReturns}
      csvColumns={csvColumns}
      canSearch={false}
      filters={<StatusFilter statuses={returnStates} labels={returnStateLabel} parameter="state" />}
      filterNames={['state']}
    />
  );
}
