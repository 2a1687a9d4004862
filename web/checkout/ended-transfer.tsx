import { t } from '@lingui/core/macro';
import type { OrderDetails } from '#contract/orders.ts';
import { Price } from '../shell/price.tsx';
import { useTimes } from '../shell/use-times.ts';
import { CancelledOrder } from './cancelled-order.tsx';

/** The page of a cancelled order by bank transfer. Mostly no money came in time (docs/behaviour/checkout.md, 30). */
export function EndedTransfer({ order }: { order: OrderDetails }) {
  const { minute } = useTimes();
  const refunds = order.payments.filter(({ kind }) => kind === 'refund');
  const returned = refunds.reduce((sum, { amount }) => sum + amount, 0);
  const ended = order.history.at(-1)?.at;
  return (
    <CancelledOrder
      order={order}
      title={returned > 0 ? t`This order was cancelled, and your money comes back` : t`This order has ended`}
      note={
        returned > 0
          ? t`We transfer it to the account it came from.`
          : t`You owe nothing, and the pieces can be bought by others again. If you have sent the money, it is not lost: write to us.`
      }
      facts={[
        ...(ended ? ([[t`Ended`, minute(ended)]] as const) : []),
        ...(returned > 0 ? ([[t`Returned`, <Price key="sum" of={returned} />]] as const) : []),
      ]}
    />
  );
}
