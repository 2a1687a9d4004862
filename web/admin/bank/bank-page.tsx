import { t } from '@lingui/core/macro';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { bankRowStates } from '#contract/states.ts';
import { call } from '../../api.ts';
import { redirectIfDenied, requireAdmin } from '../admin-access.ts';
import { Crumbs } from '../crumbs.tsx';
import { ListFailure } from '../table/list-failure.tsx';
import { redirectFromBeyondLast, rowsPerPage } from '../table/load-table.ts';
import { pageOf } from '../table/table-address.ts';
import type { Route } from './+types/bank-page.ts';
import { bankAddress } from './bank-address.ts';
import { BankRows } from './bank-rows.tsx';
import { StatementUpload } from './statement-upload.tsx';
import { useBankLists } from './use-bank-lists.ts';
import { WaitingOrders } from './waiting-orders.tsx';

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  await requireAdmin('owner');
  const url = new URL(request.url);
  const search = url.searchParams;
  const state = bankRowStates.find((known) => known === search.get('state')) ?? 'open';
  const [page, waitingPage] = [pageOf(search), pageOf(search, 'waiting')];
  const [rows, orders] = await Promise.all([
    call('listBankRows', { query: { state, page, pageSize: rowsPerPage } }),
    call('listTransferOrders', { query: { page: waitingPage, pageSize: rowsPerPage } }),
  ]);
  if (rows.success) redirectFromBeyondLast(url, page, rows.total);
  return { rows: redirectIfDenied(rows), orders: redirectIfDenied(orders), state, page, waitingPage };
}

/** The page for statements of the owner's bank: which orders their rows pay, and which orders wait for a transfer. */
export default function BankPage({ loaderData }: Route.ComponentProps) {
  const { rows, orders, state, page, waitingPage } = loaderData;
  const navigate = useNavigate();
  const lists = useBankLists(
    useMemo(
      () => ({ rows: rows.success ? rows.rows : [], orders: orders.success ? orders.orders : [] }),
      [rows, orders],
    ),
  );
  return (
    <>
      <div className="bar">
        <Crumbs to="/admin/orders" title={t`Orders`} />
        <h1>{t`Match a bank statement`}</h1>
      </div>
      <StatementUpload onUploaded={() => void navigate(bankAddress, { replace: true, preventScrollReset: true })} />
      {rows.success ? (
        <BankRows lists={lists} state={state} total={rows.total} page={page} />
      ) : (
        <ListFailure message={rows.message} />
      )}
      {orders.success ? (
        <WaitingOrders orders={lists.orders} total={orders.total} page={waitingPage} />
      ) : (
        <ListFailure message={orders.message} />
      )}
    </>
  );
}
