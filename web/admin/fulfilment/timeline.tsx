import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import { appointmentInWords } from '../../account/promise.ts';
import { useTimes } from '../../shell/use-times.ts';
import { useHasRole } from '../admin-access.ts';
import { useReload } from '../use-reload.ts';
import { StepButton } from './next-step.tsx';

interface Step {
  title: string;
  /** When it was done; null while it is to come. */
  at: string | null;
  words: string;
  action?: ReactNode;
}

/** What has happened to an order and what is to come: placed, paid, packed, shipped, delivered. */
export function Timeline({ order }: { order: OrderDetails }) {
  const { minute } = useTimes();
  const steps = useSteps(order);
  const next = order.status === 'cancelled' ? undefined : steps.find(({ at }) => at === null);
  return (
    <ol className="time">
      {steps.map((step) => (
        <li key={step.title} className={classOf(step, next)}>
          <span>
            <Title step={step} isNext={step === next} />
            <span className="when numeric">
              {step.at !== null && <time dateTime={step.at}>{minute(step.at)}</time>}
              {step.at !== null && step.words !== '' && '. '}
              {step.words}
            </span>
            {step.action}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Title({ step: { title, at }, isNext }: { step: Step; isNext: boolean }) {
  if (at !== null) return <b>{title}</b>;
  return isNext ? (
    <Trans>
      <b>{title}</b>
      <span className="visually-hidden">, next</span>
    </Trans>
  ) : (
    <Trans>
      <b>{title}</b>
      <span className="visually-hidden">, still to come</span>
    </Trans>
  );
}

const classOf = (step: Step, next: Step | undefined) => {
  if (step.at !== null) return undefined;
  return step === next ? 'now' : 'later';
};

function useSteps(order: OrderDetails): Step[] {
  const { status, shipments, isPickup } = order;
  const mayChange = useHasRole('staff');
  const reload = useReload();
  const hasLeft = status === 'shipped' || status === 'delivered';
  const step = (title: string, at: string | null, words: string): Step => ({
    title,
    at,
    words: at === null ? words : '',
  });
  const paidAt = order.payments.find(({ kind }) => kind === 'charge')?.at ?? null;
  const steps = [step(t`Placed`, order.orderDate, ''), step(t`Paid`, paidAt, t`When the money has come`)];
  const isPacked = order.packedAt !== undefined;
  // An order that left without being marked as packed has no such step.
  if (isPacked || !hasLeft)
    steps.push({
      ...step(t`Packed`, order.packedAt ?? null, t`Mark it when it is closed`),
      ...(isPacked &&
        status === 'paid' &&
        mayChange && {
          action: (
            <StepButton
              order={order}
              endpoint="setOrderUnpacked"
              done={t`Not packed after all`}
              onDone={reload}
              look="text"
            >
              {t`Not packed after all`}
            </StepButton>
          ),
        }),
    });
  const last = shipments.at(-1);
  if (!isPickup)
    steps.push(
      hasLeft
        ? {
            title: t`Shipped`,
            at: last?.shippedAt ?? latestEvent(order, ['shipped', 'delivered']),
            words: last?.carrier ?? '',
          }
        : step(t`Shipped`, null, shipments.length > 0 ? t`A part has left` : t`Carrier and tracking number`),
    );
  const deliveredAt = latest(shipments.map((shipment) => shipment.deliveredAt)) ?? latestEvent(order, ['delivered']);
  const { appointment } = order;
  const when = appointment && appointmentInWords(appointment);
  const collected = when ? t`Appointment: ${when}` : t`When the buyer has collected it`;
  const words = isPickup ? collected : t`When the carrier or the buyer says so`;
  steps.push(step(isPickup ? t`Picked up` : t`Delivered`, status === 'delivered' ? deliveredAt : null, words));
  return steps;
}

/** When the last event of the history happened whose English text has one of the words; the day of the order if there is none. */
function latestEvent({ history, orderDate }: OrderDetails, words: readonly string[]): string {
  return history.findLast(({ what }) => words.some((word) => what.toLowerCase().includes(word)))?.at ?? orderDate;
}

const latest = (moments: readonly (string | null)[]) => moments.toSorted().at(-1);
