import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { plainPrice } from '#contract/money.ts';
import type { OrderDetails } from '#contract/orders.ts';
import type { TransferStep } from '#contract/payments.ts';
import { CancelOrder } from '../account/cancel-order.tsx';
import { OrderNumber } from '../account/order-number.tsx';
import type { CartLine } from '../cart/cart-line.ts';
import { CartLineList, Total } from '../cart/cart-line-list.tsx';
import { removeFromCart } from '../cart/cart-store.ts';
import { fieldLanguage } from '../language/field-language.ts';
import { Price, usePrices } from '../shell/price.tsx';
import { useShop } from '../shell/shop.ts';
import { useTimes } from '../shell/use-times.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyRow } from '../ui/copy-row.tsx';
import { Note } from '../ui/note.tsx';

interface WaitingForTransferProps {
  order: OrderDetails;
  lines: CartLine[];
  step: TransferStep;
  /** Called when the order may have changed. */
  onChange: () => void;
}

/** The page that says how to pay an order by transfer: the account, the reference, and until when the pieces are reserved. */
export function WaitingForTransfer({ order, lines, step, onChange }: WaitingForTransferProps) {
  const [isAsking, setAsking] = useState(false);
  useRemovalFromCart(lines);
  return (
    <main id="main" className="page">
      <div className="order-page">
        <div className="grid min-w-0 gap-8">
          <WhatToPay order={order} step={step} count={lines.length} />
          <Accounts step={step} />
          <HowItGoesOn count={lines.length} />
          <div className="flex flex-wrap gap-3 print:hidden">
            <Link className="button" to={`/account?${new URLSearchParams({ order: order.id })}`}>
              <Trans>Open the Order</Trans>
            </Link>
            <Button variant="line" onClick={() => window.print()}>
              <Trans>Print</Trans>
            </Button>
            <Button variant="line" onClick={() => setAsking(true)}>
              <Trans>Cancel the Order</Trans>
            </Button>
          </div>
        </div>
        <Summary order={order} lines={lines} />
      </div>
      <CancelOrder
        order={order}
        open={isAsking}
        onClose={() => {
          setAsking(false);
          onChange();
        }}
      />
    </main>
  );
}

/** The amount to pay and the end of the reservation. Its heading takes the focus. */
function WhatToPay({ order, step, count }: { order: OrderDetails; step: TransferStep; count: number }) {
  const { endOfDay } = useTimes();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const number = <OrderNumber id={order.id} />;
  const amount = <Price of={step.amount} />;
  return (
    <div className="grid justify-items-start gap-4">
      <Badge tone="pending">
        <Trans>Waiting for your transfer</Trans>
      </Badge>
      <h1 className="heading-section outline-none" tabIndex={-1} ref={heading}>
        <Trans>Held for you until {{ time: endOfDay(step.until) }}</Trans>
      </h1>
      <p className="muted max-w-[var(--measure)]">
        {step.bpay ? (
          <Trans>
            Order {number}. Pay {amount} by bank transfer or BPAY before then.
          </Trans>
        ) : (
          <Trans>
            Order {number}. Pay {amount} by bank transfer before then.
          </Trans>
        )}{' '}
        {plural(count, {
          one: 'Nobody else can buy this piece meanwhile.',
          other: 'Nobody else can buy these pieces meanwhile.',
        })}{' '}
        <Trans>
          We write to <span className="wrap-anywhere">{order.buyer.email}</span> when the money is here, usually on the
          next banking day.
        </Trans>
      </p>
      {order.received !== undefined && (
        <Note tone="done">
          <Trans>
            <Price of={order.received} /> has arrived. {amount} is left to pay.
          </Trans>
        </Note>
      )}
    </div>
  );
}

function Accounts({ step }: { step: TransferStep }) {
  const { currency } = useShop();
  const { amount, account, reference, payId, bpay } = step;
  const price = usePrices()(amount);
  const amountRow = <CopyRow label={t`Amount`} value={price} copied={plainPrice(amount, currency)} />;
  const referenceRow = <CopyRow label={t`Reference`} value={reference} />;
  return (
    <div className="transfer">
      {(bpay || payId) && (
        <div>
          {bpay && (
            <Account title="BPAY">
              <CopyRow label={t`Biller code`} value={grouped(bpay.billerCode, 3)} copied={bpay.billerCode} />
              <CopyRow label={t`Reference`} value={grouped(bpay.crn, 4)} copied={bpay.crn} />
              {amountRow}
            </Account>
          )}
          {payId && (
            <Account title="PayID">
              <CopyRow label="PayID" value={payId} />
              {referenceRow}
              {amountRow}
            </Account>
          )}
        </div>
      )}
      <Account title={t`Bank transfer`}>
        <CopyRow label={t`Account name`} value={account.name} />
        <CopyRow label="BSB" value={account.bsb} />
        <CopyRow label={t`Account`} value={grouped(account.number, 4)} copied={account.number} />
        {referenceRow}
        {amountRow}
      </Account>
    </div>
  );
}

function Account({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <dl className="copy-rows">{children}</dl>
    </section>
  );
}

/** The digits in groups of `size`: "7304118206" becomes "7304 1182 06" with groups of four. */
function grouped(digits: string, size: number): string {
  return digits.replace(new RegExp(`(\\d{${size}})(?=\\d)`, 'g'), '$1 ');
}

function HowItGoesOn({ count }: { count: number }) {
  return (
    <p className="small muted max-w-[var(--measure)]">
      <Trans>The reference is how we know the money is yours. Once paid, send nothing: we see it.</Trans>{' '}
      {plural(count, {
        one: 'If it has not come by then, the order ends, this piece can be bought by others again, and nothing is owed.',
        other:
          'If it has not come by then, the order ends, these pieces can be bought by others again, and nothing is owed.',
      })}
    </p>
  );
}

function Summary({ order, lines }: { order: OrderDetails; lines: readonly CartLine[] }) {
  return (
    <aside className="summary pt-3" aria-label={t`Order summary`}>
      <CartLineList lines={lines} />
      {order.deliveryName !== '' && (
        <p className="flex justify-between gap-4 pt-3">
          <span className="muted" {...fieldLanguage(order, 'deliveryName')}>
            {order.deliveryName}
          </span>
          <span className="numeric">
            <Price of={order.deliveryPrice} />
          </span>
        </p>
      )}
      <div className="-mb-5">
        <Total dollars={order.totalPrice} />
      </div>
    </aside>
  );
}

/** Removes the pieces from the cart once: they are reserved for this order, and the cart must not offer them a second time. */
function useRemovalFromCart(lines: readonly CartLine[]): void {
  const hasRemoved = useRef(false);
  useEffect(() => {
    if (hasRemoved.current) return;
    hasRemoved.current = true;
    for (const { id } of lines) removeFromCart(id);
  }, [lines]);
}
