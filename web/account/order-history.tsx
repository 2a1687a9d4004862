import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { OrderDetails } from '#contract/orders.ts';
import { Note } from '../ui/note.tsx';
import { type OrderPage, ordersPerPage } from './load-account.ts';
import { OrderCard } from './order-card.tsx';

/** The orders of the signed-in user, newest first (docs/behaviour/pages.md, 10). */
export function OrderHistory({ history }: { history: OrderPage }) {
  const { orders, total, page, opened } = history;
  const details = opened && 'id' in opened ? opened : null;
  const failure = opened && !('id' in opened) ? opened : null;
  if (total === 0 && !details) return <NoOrders />;
  return (
    <>
      {failure && (
        <div className="pt-6">
          <Note tone="failed">{failure.message}</Note>
        </div>
      )}
      {withOpened(orders, details).map((order) => (
        <OrderCard key={order.id} order={order} details={order.id === details?.id ? details : null} page={page} />
      ))}
      <Pages page={page} last={Math.max(1, Math.ceil(total / ordersPerPage))} />
    </>
  );
}

/** The orders of the page. The order of the `?order=` parameter is added as the first if it is on another page. */
function withOpened(orders: OrderPage['orders'], opened: OrderDetails | null): OrderPage['orders'] {
  return opened && !orders.some(({ id }) => id === opened.id) ? [opened, ...orders] : orders;
}

function NoOrders() {
  return (
    <div className="state">
      <p className="heading-dialog">
        <Trans>No orders found</Trans>
      </p>
      <p className="muted">
        <Trans>What you buy will be here, with its invoice.</Trans>
      </p>
      <Link className="button" to="/#collection" state={{ scrollToCollection: true }}>
        <Trans>Browse Collection</Trans>
      </Link>
    </div>
  );
}

function Pages({ page, last }: { page: number; last: number }) {
  if (last === 1) return null;
  const address = (to: number) => (to === 1 ? '/account' : `/account?page=${to}`);
  return (
    <nav className="flex flex-wrap items-center gap-x-6 gap-y-3 pt-8" aria-label={t`Pages of orders`}>
      {page > 1 && (
        <Link className="button button-line button-small" to={address(page - 1)}>
          <Trans>Newer Orders</Trans>
        </Link>
      )}
      <span className="small muted numeric" aria-current="page">
        <Trans>
          Page {page} of {last}
        </Trans>
      </span>
      {page < last && (
        <Link className="button button-line button-small" to={address(page + 1)}>
          <Trans>Older Orders</Trans>
        </Link>
      )}
    </nav>
  );
}
