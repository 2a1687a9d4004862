import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { formatPrice } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { PaymentAttempt, PaymentDispute } from '#contract/payments.ts';
import { waitsForTransfer } from '../../account/waits-for-transfer.ts';
import { usePrices } from '../../shell/price.tsx';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import { useHasRole } from '../admin-access.ts';
import { CheckPayment } from '../payments/check-payment.tsx';
import { useReload } from '../use-reload.ts';
import { NameStrip } from './name-strip.tsx';
import { leftToPay } from './order-money.ts';
import { PaidRefundDialog } from './paid-refund.tsx';
import { ReturnStrips } from './return-strips.tsx';
import { Strip } from './strip.tsx';

interface OrderStripsProps {
  order: OrderDetails;
  attempts: readonly PaymentAttempt[];
  disputes: readonly PaymentDispute[];
}

/** The strips at the top of an order's page. Each says what has to be done about the order. */
export function OrderStrips({ order, attempts, disputes }: OrderStripsProps) {
  const isOwner = useHasRole('owner');
  const troubled = attempts.filter(({ state }) => state === 'attention');
  const isRefundFailed = hasFailedRefund(order);
  // Kept here and not in a strip, so that the dialog stays open when another strip replaces the one with its button.
  const [dialogOrderId, setDialogOrderId] = useState<string | null>(null);
  const paidOutsideButton = isRefundFailed && isOwner && (
    <Button onClick={() => setDialogOrderId(order.id)}>{t`Paid another way`}</Button>
  );
  return (
    <>
      {disputes.map((dispute) => (
        <DisputeStrip key={dispute.id} dispute={dispute} />
      ))}
      {troubled.map((attempt) => (
        <AttentionStrip
          key={attempt.id}
          attempt={attempt}
          hasFailedRefund={isRefundFailed}
          paidOutsideButton={paidOutsideButton}
        />
      ))}
      {troubled.length === 0 && isRefundFailed && (
        <Strip title={t`A refund failed`} isBad actions={paidOutsideButton}>
          <Trans>The bank did not accept it. Pay the buyer by bank.</Trans>
        </Strip>
      )}
      <TransferStrip order={order} />
      <ReturnStrips order={order} />
      <NameStrip order={order} />
      <PaidRefundDialog orderId={dialogOrderId} onClose={() => setDialogOrderId(null)} />
    </>
  );
}

const hasFailedRefund = ({ payments }: OrderDetails) =>
  payments.some(({ kind, state }) => kind === 'refund' && state === 'failed');

function DisputeStrip({ dispute }: { dispute: PaymentDispute }) {
  const mayAnswer = useHasRole('owner');
  const { state, answerBy, reason, amount, currency, url } = dispute;
  if (state === 'won') return null;
  const sum = formatPrice(amount, currency);
  const why = reason.replaceAll('_', ' ');
  if (state === 'lost')
    return (
      <Strip title={t`The dispute was lost`} isBad>
        <Trans>
          {sum}, reason “{why}”. The buyer's bank keeps the money, so nothing of this payment can be refunded.
        </Trans>
      </Strip>
    );
  const needsAnswer = state === 'needs-answer';
  return (
    <Strip
      title={t`The buyer's bank disputes this payment`}
      isBad
      actions={
        mayAnswer && (
          <a className={needsAnswer ? 'button' : 'button button-line'} href={url} target="_blank" rel="noreferrer">
            {needsAnswer ? (
              <Trans>
                Answer at Stripe<span className="visually-hidden"> (opens in a new tab)</span>
              </Trans>
            ) : (
              <Trans>
                See at Stripe<span className="visually-hidden"> (opens in a new tab)</span>
              </Trans>
            )}
          </a>
        )
      }
    >
      {t`${sum}, reason “${why}”.`} {needsAnswer && answerBy !== null && <AnswerBy moment={answerBy} />}
      {!needsAnswer && `${t`The bank looks at the answer.`} `}
      {t`Refunds are closed until it is decided.`}
    </Strip>
  );
}

/** A sentence with the last day to answer a dispute, followed by a space. */
function AnswerBy({ moment }: { moment: string }) {
  const { weekday } = useTimes();
  const day = weekday(moment);
  return (
    <>
      <Trans>
        Answer by <time dateTime={moment}>{day}</time>, or the money goes back.
      </Trans>{' '}
    </>
  );
}

interface AttentionStripProps {
  attempt: PaymentAttempt;
  hasFailedRefund: boolean;
  paidOutsideButton: ReactNode;
}

function AttentionStrip({ attempt, hasFailedRefund, paidOutsideButton }: AttentionStripProps) {
  const mayCheck = useHasRole('owner');
  const reload = useReload();
  const titleId = `attention-${attempt.id}`;
  return (
    <Strip
      title={hasFailedRefund ? t`A refund failed` : t`This payment needs attention`}
      titleId={titleId}
      isBad
      actions={
        mayCheck && (
          <span className="flex flex-wrap gap-3">
            <CheckPayment payment={attempt} describedBy={titleId} onChecked={reload} />
            {paidOutsideButton}
          </span>
        )
      }
    >
      {attempt.error === '' ? t`The processor has not said why.` : `${attempt.error}.`}
    </Strip>
  );
}

function TransferStrip({ order }: { order: OrderDetails }) {
  const price = usePrices();
  const { endOfDay } = useTimes();
  const { holdExpiresAt, received, status, paymentMethod, totalPrice } = order;
  if (waitsForTransfer(order) && holdExpiresAt !== null) {
    const [left, total, end] = [price(leftToPay(order)), price(totalPrice), endOfDay(holdExpiresAt)];
    return (
      <Strip title={t`Waiting for a bank transfer`}>
        <Trans>
          {left} of {total} is left to pay. The pieces are reserved until <time dateTime={holdExpiresAt}>{end}</time>.
        </Trans>
      </Strip>
    );
  }
  if (status === 'cancelled' && paymentMethod === 'transfer' && received !== undefined) {
    const sum = price(received);
    return (
      <Strip title={t`Part of the money came, and the order has ended`} isBad>
        {t`${sum} was received. Record the rest when it comes, or send the money back to the buyer.`}
      </Strip>
    );
  }
  return null;
}
