import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { sumPrices } from '#contract/money.ts';
import type { OrderDetails, Payment } from '#contract/orders.ts';
import { Price } from '../shell/price.tsx';
import { useTimes } from '../shell/use-times.ts';
import { CancelledOrder } from './cancelled-order.tsx';

/**
 * The page of an order that was cancelled although its buyer paid or the card was authorised, mostly because a piece was sold to
 * somebody else meanwhile. It says whether the money comes back (docs/behaviour/checkout.md, 27).
 */
export function UnpaidOrder({ order }: { order: OrderDetails }) {
  const { minute } = useTimes();
  const wasCharged = order.payments.some(({ kind, state }) => kind === 'charge' && state !== 'authorised');
  const refunds = order.payments.filter(({ kind }) => kind === 'refund');
  const latest = wasCharged ? refunds.at(-1) : undefined;
  return (
    <CancelledOrder
      order={order}
      title={
        wasCharged
          ? t`This order was cancelled, and your money is on its way back`
          : t`This order was cancelled, and nothing was charged`
      }
      note={moneyNote(wasCharged, latest?.state)}
      facts={
        latest
          ? [
              [t`Returned`, <Returned key="sum" order={order} />],
              [t({ message: 'On', context: 'day' }), minute(latest.at)],
              ...(latest.reference ? ([[t`Refund number`, latest.reference]] as const) : []),
              [t`Your bank shows it`, t`In 2 to 5 working days`],
            ]
          : []
      }
    />
  );
}

function Returned({ order: { payments } }: { order: OrderDetails }) {
  const sumOf = (kind: Payment['kind']) =>
    sumPrices(payments.filter((payment) => payment.kind === kind).map(({ amount }) => amount));
  const sum = <Price of={sumOf('refund')} />;
  if (sumOf('refund') !== sumOf('charge')) return sum;
  return <Trans>{sum}, the whole sum</Trans>;
}

function moneyNote(wasCharged: boolean, refund: Payment['state']): string {
  if (!wasCharged) return t`If your bank has reserved the sum, it releases it within a few days.`;
  if (refund === 'failed') return t`The refund did not reach your card. We will write to you about another way.`;
  return refund === 'pending' ? t`We are sending all your money back.` : t`We have sent all your money back.`;
}
