import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { Link, Navigate } from 'react-router';
import { formatPrice } from '#contract/money.ts';
import type { PaymentAttempt } from '#contract/payments.ts';
import { attemptStates } from '#contract/states.ts';
import { OrderNumber } from '../../account/order-number.tsx';
import { call } from '../../api.ts';
import { useShop } from '../../shell/shop.ts';
import { Badge } from '../../ui/badge.tsx';
import { useHasRole } from '../admin-access.ts';
import { Moment } from '../moment.tsx';
import type { Column } from '../table/column.ts';
import { localMoment } from '../table/csv.ts';
import { loadTable, type RequestRows } from '../table/load-table.ts';
import { StatusFilter } from '../table/status-filter.tsx';
import { TableSection, type TableWords } from '../table/table-section.tsx';
import type { Route } from './+types/payments-section.ts';
import { attemptStateLabels, attemptStateTones } from './attempt-words.ts';
import { CheckPayment } from './check-payment.tsx';

const words: TableWords = {
  counted: (total, count) => plural(total, { one: `${count} payment`, other: `${count} payments` }),
  search: t`Search payments`,
  noMatch: t`No payments match what you look for.`,
  pages: t`Pages of payments`,
  file: 'payments',
};

const requestPayments: RequestRows<PaymentAttempt, never> = async ({ page, pageSize }, search, signal) => {
  const state = attemptStates.find((known) => known === search.get('state'));
  const answer = await call('listPayments', { query: { page, pageSize, state }, ...(signal && { signal }) });
  return answer.success ? { success: true, rows: answer.payments, total: answer.total } : answer;
};

const columns: Column<PaymentAttempt, never>[] = [
  {
    title: t`Order`,
    cellClass: 'strong numeric cell-main',
    cell: ({ id, orderId }) => (
      <Link to={`/admin/orders/${orderId}`}>
        <OrderNumber id={orderId} domId={nameId(id)} />
      </Link>
    ),
    csv: ({ orderId }) => orderId,
  },
  {
    title: t`Amount`,
    right: true,
    cell: ({ amount, currency }) => formatPrice(amount, currency),
    csv: ({ amount }) => amount,
  },
  {
    title: t`State`,
    cellClass: 'cell-full',
    cell: ({ state, error }) => (
      <>
        <Badge tone={attemptStateTones[state]}>{attemptStateLabels[state]}</Badge>
        {error && <span className="block pt-1 wrap-anywhere">{error}</span>}
      </>
    ),
    csv: ({ state }) => attemptStateLabels[state],
  },
  {
    title: t`Begun`,
    cellClass: 'numeric muted cell-full',
    cell: ({ createdAt }) => <Moment at={createdAt} />,
    csv: ({ createdAt }, { timezone }) => localMoment(createdAt, timezone),
  },
];

const csvColumns = [
  { title: t`Reason`, csv: ({ error }: PaymentAttempt) => error },
  { title: t`Payment at the processor`, csv: ({ intentId }: PaymentAttempt) => intentId ?? '' },
];

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return loadTable(request, columns, requestPayments);
}

/** The section Payments: attempts to pay at the processor, newest first. The state to show is in the URL: `?state=attention`. */
export default function PaymentsSection({ loaderData }: Route.ComponentProps) {
  const mayCheck = useHasRole('owner');
  const [rows, showChecked] = useCheckedRows(loaderData.rows);
  const hasProcessor = useShop().payments.mode === 'stripe';
  if (!hasProcessor) return <Navigate to="/admin" replace />;
  const actions: Column<PaymentAttempt, never> = {
    title: t`Actions`,
    right: true,
    cellClass: 'cell-full',
    cell: (payment) => <CheckPayment payment={payment} describedBy={nameId(payment.id)} onChecked={showChecked} />,
  };
  return (
    <TableSection
      title={t`Payments`}
      words={words}
      empty={t`Nobody has begun to pay yet.`}
      form="table-plain"
      columns={mayCheck ? [...columns, actions] : columns}
      content={{ ...loaderData, rows }}
      idOf={({ id }) => id}
      requestRows={requestPayments}
      csvColumns={csvColumns}
      canSearch={false}
      filters={<StatusFilter statuses={attemptStates} labels={attemptStateLabels} parameter="state" />}
      filterNames={['state']}
    />
  );
}

/**
 * The rows, and a function that replaces one after a check. The list is not loaded again, because a filter could remove the row together
 * with the answer that it shows.
 */
function useCheckedRows(loaded: PaymentAttempt[]): [PaymentAttempt[], (checked: PaymentAttempt) => void] {
  const [list, setList] = useState({ loaded, rows: loaded });
  if (list.loaded !== loaded) setList({ loaded, rows: loaded });
  const show = (checked: PaymentAttempt) =>
    setList((before) => ({ ...before, rows: before.rows.map((row) => (row.id === checked.id ? checked : row)) }));
  return [list.rows, show];
}

const nameId = (id: string) => `payment-${id}`;
