import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OrderDetails } from '#contract/orders.ts';
import { appointmentInWords, dayInWords, promiseOf } from '../../account/promise.ts';
import { call } from '../../api.ts';
import { useShop } from '../../shell/shop.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { useHasRole } from '../admin-access.ts';
import { adminFailure } from '../admin-failure.ts';
import { focusMain } from '../focus-main.ts';
import { AppointmentSteps } from './appointment-steps.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { unsentOf } from './unsent.ts';

/** What is to be done next with a paid or shipped order, with the buttons that do it. */
export function NextStep({ order }: { order: OrderDetails }) {
  const { timezone } = useShop();
  const { day } = useTimes();
  const mayShip = useHasRole('staff');
  const [isShipping, setShipping] = useState(false);
  const reload = useReload();
  if (order.status !== 'paid' && order.status !== 'shipped') return null;
  const promise = promiseOf(order, timezone);
  const isPickup = order.isPickup === true;
  return (
    <section className="strip" aria-labelledby="next-step">
      <div>
        <b id="next-step">{titleOf(order, isPickup)}</b>
        <span className="muted">
          {order.status === 'shipped' && !promise && 'Mark it delivered when the carrier or the buyer says so.'}
          {order.status === 'shipped' && promise && `Promised by ${dayInWords(promise.arrives)}.`}
          {order.status === 'paid' && `Paid on ${day(order.payments[0]?.at ?? order.orderDate)}.`}
          {order.status === 'paid' &&
            order.appointment &&
            ` The buyer collects it on ${appointmentInWords(order.appointment)}.`}
          {order.status === 'paid' &&
            promise &&
            !isPickup &&
            ` To arrive as promised it leaves by ${dayInWords(promise.leaves)}.`}
        </span>
      </div>
      {mayShip && (
        <div className="flex flex-wrap gap-3">
          {order.status === 'paid' && order.packedAt === undefined && (
            <StepButton order={order} endpoint="setOrderPacked" done="Packed" onDone={reload}>
              Mark packed
            </StepButton>
          )}
          {order.status === 'paid' && isPickup && <AppointmentSteps order={order} onDone={reload} />}
          {order.status === 'paid' && !isPickup && <Button onClick={() => setShipping(true)}>Ship</Button>}
          {(order.status === 'shipped' || isPickup) && (
            <StepButton order={order} endpoint="setOrderDelivered" done="Delivered" onDone={reload} isMain>
              {isPickup ? 'Picked up' : 'Mark delivered'}
            </StepButton>
          )}
        </div>
      )}
      {isShipping && <ShipDialog order={order} onClose={() => setShipping(false)} onShipped={reload} />}
    </section>
  );
}

function titleOf(order: OrderDetails, isPickup: boolean): string {
  if (order.status === 'shipped') return 'On its way';
  const last = isPickup ? 'hand it over' : 'ship it';
  if (order.shipments.length > 0) {
    const left = unsentOf(order).length;
    return left === 1 ? 'One piece is left to send' : `${left} pieces are left to send`;
  }
  return order.packedAt === undefined ? `Pack it, then ${last}` : `Packed: ${last}`;
}

interface StepButtonProps {
  order: OrderDetails;
  endpoint: 'setOrderPacked' | 'setOrderUnpacked' | 'setOrderDelivered';
  /** What the message says when it is done. */
  done: string;
  onDone: () => void;
  isMain?: boolean;
  look?: 'text';
  children: string;
}

/** A button that changes the order at once. A failure appears beside it. */
export function StepButton({ order, endpoint, done, onDone, isMain = false, look, children }: StepButtonProps) {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call(endpoint, { params: { id: order.id } });
    if (!answer.success) return adminFailure('Failed to change the order', answer);
    showToast({ tone: 'done', text: done });
    onDone();
    return undefined;
  });
  return (
    <>
      <Button variant={look ?? (isMain ? 'plain' : 'line')} busy={isBusy} onClick={submit}>
        {children}
      </Button>
      {failure && <FailureNote>{failure.message}</FailureNote>}
    </>
  );
}

/** Reads the order again. The button that had the focus may be gone then. */
export function useReload(): () => void {
  const { revalidate, state } = useRevalidator();
  const isDue = useRef(false);
  // `revalidate` may resolve before React has taken the button away.
  useEffect(() => {
    if (state !== 'idle' || !isDue.current) return;
    isDue.current = false;
    if (document.activeElement === document.body) focusMain();
  }, [state]);
  // What called may itself be gone, for example a shipment that was removed.
  useEffect(
    () => () => {
      if (isDue.current && document.activeElement === document.body) focusMain();
    },
    [],
  );
  return () => {
    isDue.current = true;
    void revalidate();
  };
}
