import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { OrderDetails, Payment } from '#contract/orders.ts';
import { methodLabels } from '../../account/order-details.tsx';
import { Price } from '../../shell/price.tsx';
import { useTimes } from '../../shell/use-times.ts';

/** Charges and refunds, and the history of the order, oldest first. */
export function OrderRecords({ order }: { order: OrderDetails }) {
  return (
    <div className="panels gap-x-12! gap-y-6!">
      <Payments order={order} />
      {order.history.length > 0 && (
        <section>
          <h3 className="mb-2">{t`History`}</h3>
          <HistoryLines order={order} />
        </section>
      )}
    </div>
  );
}

function Payments({ order: { payments } }: { order: OrderDetails }) {
  const { minute } = useTimes();
  return (
    <section>
      <h3 className="mb-2">{t`Payments`}</h3>
      {payments.length === 0 && <p className="muted">{t`Nothing has been paid`}</p>}
      <ul className="grid gap-2">
        {payments.map(({ kind, amount, method, at }, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended.
          <li key={position} className="grid grid-cols-[1fr_auto] gap-x-4">
            <span>{movedBy(kind, methodLabels[method])}</span>
            <span className="numeric">
              <Price of={kind === 'charge' ? amount : -amount} />
            </span>
            <time className="numeric subtle text-12" dateTime={at}>
              {minute(at)}
            </time>
          </li>
        ))}
      </ul>
    </section>
  );
}

const movedBy = (kind: Payment['kind'], method: string) =>
  kind === 'charge' ? t`Charged, ${method}` : t`Refunded, ${method}`;

export function HistoryLines({ order: { history } }: { order: OrderDetails }) {
  const { minute } = useTimes();
  return (
    <ol className="grid gap-2">
      {history.map(({ at, what: inEnglish, words: what = inEnglish, by }, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended.
        <li key={position} className="wrap-anywhere">
          {by === 'buyer' ? (
            <Trans>
              {what} <span className="muted">by the buyer</span>
            </Trans>
          ) : (
            <Trans>
              {what} <span className="muted">by the shop</span>
            </Trans>
          )}
          <time className="numeric subtle text-12 block" dateTime={at}>
            {minute(at)}
          </time>
        </li>
      ))}
    </ol>
  );
}
