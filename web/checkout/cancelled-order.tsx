import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { OrderDetails } from '#contract/orders.ts';
import { type Fact, Facts } from '../account/facts.tsx';
import { OrderNumber } from '../account/order-number.tsx';

interface CancelledOrderProps {
  order: OrderDetails;
  title: string;
  /** What happens with the money. It follows the reason of the cancellation, which is the last entry of the order's history. */
  note: string;
  facts: readonly Fact[];
}

/** The page about a cancelled order that a buyer sees instead of the success screen. */
export function CancelledOrder({ order, title, note, facts }: CancelledOrderProps) {
  const last = order.history.at(-1);
  const reason = last?.words ?? last?.what;
  return (
    <main id="main" className="page">
      <div className="grid max-w-[46rem] justify-items-start gap-8 pt-[clamp(1.5rem,4vw,4rem)] pb-[var(--gap-section)]">
        <div className="grid gap-4">
          <h1 className="heading-section">{title}</h1>
          <p className="muted">
            {reason && `${reason}. `}
            {note}
          </p>
        </div>
        <div className="w-full max-w-[34rem]">
          <Facts facts={[[t`Order`, <OrderNumber key="order" id={order.id} />], ...facts]} />
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
