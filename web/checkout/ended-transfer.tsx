import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { OrderDetails } from '#contract/orders.ts';
import { Facts } from '../account/facts.tsx';
import { OrderNumber } from '../account/order-number.tsx';
import { Price } from '../shell/price.tsx';
import { useTimes } from '../shell/use-times.ts';

/** An order for a bank transfer that was cancelled, mostly because no money came in time (docs/behaviour/checkout.md, 30). */
export function EndedTransfer({ order }: { order: OrderDetails }) {
  const { minute } = useTimes();
  const refunds = order.payments.filter(({ kind }) => kind === 'refund');
  const returned = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const reason = order.history.at(-1);
  return (
    <main id="main" className="page">
      <div className="grid max-w-[46rem] justify-items-start gap-8 pt-[clamp(1.5rem,4vw,4rem)] pb-[var(--gap-section)]">
        <div className="grid gap-4">
          <h1 className="heading-section">
            {returned > 0 ? t`This order was cancelled, and your money comes back` : t`This order has ended`}
          </h1>
          <p className="muted">
            {reason && `${reason.words ?? reason.what}. `}
            {returned > 0
              ? t`We transfer it to the account it came from.`
              : t`You owe nothing, and the pieces can be bought by others again. If you have sent the money, it is not lost: write to us.`}
          </p>
        </div>
        <div className="w-full max-w-[34rem]">
          <Facts
            facts={[
              [t`Order`, <OrderNumber key="order" id={order.id} />],
              ...(reason ? ([[t`Ended`, minute(reason.at)]] as const) : []),
              ...(returned > 0 ? ([[t`Returned`, <Price key="sum" of={returned} />]] as const) : []),
            ]}
          />
        </div>
        <Link className="button" to="/#collection">
          <Trans>Browse Collection</Trans>
        </Link>
        <p className="small muted">
          <Trans>
            Questions about your money:{' '}
            <Link className="line-link" to="/#contact">
              write to us
            </Link>{' '}
            and give the number of the order.
          </Trans>
        </p>
      </div>
    </main>
  );
}
