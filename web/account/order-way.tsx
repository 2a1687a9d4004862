import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import type { Shipment } from '#contract/shipments.ts';
import { useShop } from '../shell/shop.ts';
import { useTimes } from '../shell/use-times.ts';
import { appointmentInWords, dayInWords, promiseOf } from './promise.ts';

/** Whether there is any progress of an order to show. */
export const hasWay = ({ shipments, packedAt, status, appointment }: OrderDetails) =>
  status !== 'cancelled' && (shipments.length > 0 || packedAt !== undefined || hasAppointment({ status, appointment }));

/** Whether an appointment is agreed and the order is not collected yet. */
const hasAppointment = ({ status, appointment }: Pick<OrderDetails, 'status' | 'appointment'>) =>
  status === 'paid' && appointment !== undefined;

/** The progress of an order for its buyer: paid, packed, sent (with a link), delivered, and the appointment or the expected day. */
export function OrderWay({ order }: { order: OrderDetails }) {
  const { timezone } = useShop();
  const paidAt = order.payments.find(({ kind }) => kind === 'charge')?.at;
  const appointment = hasAppointment(order) ? order.appointment : undefined;
  const promise = order.status === 'delivered' || appointment ? null : promiseOf(order, timezone);
  return (
    <ol className="grid gap-x-4 gap-y-2 text-[0.9375rem] sm:grid-cols-[fit-content(17rem)_1fr]">
      {paidAt !== undefined && (
        <Step at={paidAt}>
          <Trans>Paid</Trans>
        </Step>
      )}
      {order.packedAt !== undefined && (
        <Step at={order.packedAt}>
          <Trans>Packed</Trans>
        </Step>
      )}
      {order.shipments.map((shipment) => (
        <Sent key={shipment.id} order={order} shipment={shipment} />
      ))}
      {order.shipments.map(
        (shipment) =>
          shipment.deliveredAt !== null && (
            <Step key={shipment.id} at={shipment.deliveredAt}>
              {order.shipments.length > 1 ? t`Delivered by ${{ carrier: shipment.carrier }}` : t`Delivered`}
            </Step>
          ),
      )}
      {appointment && (
        <li className="grid sm:col-span-2 sm:grid-cols-subgrid wrap-anywhere">
          <span className="numeric">{appointmentInWords(appointment)}</span>
          <span>
            <Trans>Your appointment to collect</Trans>
            {appointment.note !== '' && <span className="muted">. {appointment.note}</span>}
          </span>
        </li>
      )}
      {promise && (
        <li className="grid sm:col-span-2 sm:grid-cols-subgrid muted">
          <span className="numeric">
            <Trans>By {{ day: dayInWords(promise.arrives) }}</Trans>
          </span>
          <span>{order.isPickup ? t`Ready to collect` : t`Delivery expected`}</span>
        </li>
      )}
    </ol>
  );
}

function Sent({ order, shipment }: { order: OrderDetails; shipment: Shipment }) {
  const { carrier, number, url, listingIds } = shipment;
  const isPart = listingIds.length < order.items.length;
  const listings = isPart ? order.items.filter(({ listingId }) => listingIds.includes(listingId)) : [];
  const names = listings.map(({ listing }) => listing.name).join(', ');
  return (
    <Step at={shipment.shippedAt}>
      {names ? t`${names} sent with ${carrier}` : t`Sent with ${carrier}`}
      {number !== '' && <span className="muted numeric">, {number}</span>}
      {url !== null && (
        <>
          .{' '}
          <a href={url} target="_blank" rel="noreferrer">
            <Trans>
              Follow it
              <span className="visually-hidden">
                : {carrier} {number} (opens in a new tab)
              </span>
            </Trans>
          </a>
        </>
      )}
    </Step>
  );
}

function Step({ at, children }: { at: string; children: ReactNode }) {
  const { minute } = useTimes();
  return (
    <li className="grid sm:col-span-2 sm:grid-cols-subgrid wrap-anywhere">
      <time className="numeric subtle" dateTime={at}>
        {minute(at)}
      </time>
      <span>{children}</span>
    </li>
  );
}
