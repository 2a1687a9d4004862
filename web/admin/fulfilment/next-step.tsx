import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
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
import { useReload } from '../use-reload.ts';
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
  const isPickup = order.isPickup === true;
  return (
    <section className="strip" aria-labelledby="next-step">
      <div>
        <b id="next-step">{titleOf(order, isPickup)}</b>
        <span className="muted">{factsOf(order, timezone, day)}</span>
      </div>
      {mayShip && (
        <div className="flex flex-wrap gap-3">
          {order.status === 'paid' && order.packedAt === undefined && (
            <StepButton order={order} endpoint="setOrderPacked" done={t`Packed`} onDone={reload}>
              {t`Mark packed`}
            </StepButton>
          )}
          {order.status === 'paid' && isPickup && <AppointmentSteps order={order} onDone={reload} />}
          {order.status === 'paid' && !isPickup && <Button onClick={() => setShipping(true)}>{t`Ship`}</Button>}
          {(order.status === 'shipped' || isPickup) && (
            <StepButton order={order} endpoint="setOrderDelivered" done={t`Delivered`} onDone={reload} isMain>
              {isPickup ? t`Picked up` : t`Mark delivered`}
            </StepButton>
          )}
        </div>
      )}
      {isShipping && <ShipDialog order={order} onClose={() => setShipping(false)} onShipped={reload} />}
    </section>
  );
}

function titleOf(order: OrderDetails, isPickup: boolean): string {
  if (order.status === 'shipped') return t`On its way`;
  if (order.shipments.length > 0) {
    const left = unsentOf(order).length;
    return plural(left, { one: 'One piece is left to send', other: '# pieces are left to send' });
  }
  if (order.packedAt === undefined) return isPickup ? t`Pack it, then hand it over` : t`Pack it, then ship it`;
  return isPickup ? t`Packed: hand it over` : t`Packed: ship it`;
}

/** Sentences about a paid or shipped order: when it was paid, when it is collected, and what was promised. */
function factsOf(order: OrderDetails, timezone: string, dayOf: (moment: string) => string): string {
  const promise = promiseOf(order, timezone);
  if (order.status === 'shipped') {
    if (!promise) return t`Mark it delivered when the carrier or the buyer says so.`;
    const arrival = dayInWords(promise.arrives);
    return t`Promised by ${arrival}.`;
  }
  const paid = dayOf(order.payments[0]?.at ?? order.orderDate);
  const collected = order.appointment && appointmentInWords(order.appointment);
  const departure = promise && order.isPickup !== true && dayInWords(promise.leaves);
  return [
    t`Paid on ${paid}.`,
    collected && t`The buyer collects it on ${collected}.`,
    departure && t`To arrive as promised it leaves by ${departure}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

interface StepButtonProps {
  order: OrderDetails;
  endpoint: 'setOrderPacked' | 'setOrderUnpacked' | 'setOrderDelivered';
  /** The message after success. */
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
    if (!answer.success) return adminFailure(t`Failed to change the order`, answer);
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
