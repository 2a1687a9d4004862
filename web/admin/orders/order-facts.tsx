import type { ReactNode } from 'react';
import { foreignCountry } from '#contract/country-names.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { hasInvoice, orderStatusLabel } from '#contract/states.ts';
import { AdjustmentNotes } from '../../account/adjustment-notes.tsx';
import { InvoiceButtons } from '../../account/invoice-buttons.tsx';
import { OrderNumber } from '../../account/order-number.tsx';
import { Price } from '../../shell/price.tsx';
import { useTimes } from '../../shell/use-times.ts';
import { Badge } from '../../ui/badge.tsx';

/** The order, its buyer and its delivery. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  return (
    <div className="panels gap-x-12! gap-y-6!">
      <Block title="Order">
        <SummaryFacts order={order} />
      </Block>
      <Block title="Buyer">
        <BuyerFacts order={order} />
      </Block>
      {order.delivery.address && (
        <Block title="Delivery">
          <DeliveryFacts order={order} />
        </Block>
      )}
    </div>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2">{title}</h3>
      {children}
    </section>
  );
}

function SummaryFacts({ order }: { order: OrderDetails }) {
  const { minute } = useTimes();
  return (
    <dl className="key-values">
      <Fact label="Order ID">
        <OrderNumber id={order.id} />
      </Fact>
      <Fact label="Date">
        <time dateTime={order.orderDate}>{minute(order.orderDate)}</time>
      </Fact>
      <Fact label="Status">
        <Badge tone={order.status}>{orderStatusLabel[order.status].toUpperCase()}</Badge>
      </Fact>
      <Fact label="Total">
        <b className="font-semibold">
          <Price of={order.totalPrice} />
        </b>
      </Fact>
      {hasInvoice(order.status) && (
        <Fact label="Invoice">
          <span className="flex flex-wrap gap-x-4">
            <InvoiceButtons orderId={order.id} look="text" />
          </span>
        </Fact>
      )}
      {order.adjustmentNotes && (
        <Fact label="Adjustments">
          <AdjustmentNotes order={order} />
        </Fact>
      )}
    </dl>
  );
}

export function BuyerFacts({ order: { buyer, userId } }: { order: OrderDetails }) {
  if (!buyer.name && !buyer.email) return <p className="muted">Buyer information not available</p>;
  return (
    <dl className="key-values">
      <Fact label="Name">{buyer.name}</Fact>
      <Fact label="Email">{buyer.email}</Fact>
      <Fact label="Phone">{buyer.phone || <span className="subtle">Not provided</span>}</Fact>
      <Fact label="User ID">{buyer.id || userId || 'No account'}</Fact>
    </dl>
  );
}

export function DeliveryFacts({ order: { delivery, deliveryName } }: { order: OrderDetails }) {
  return (
    <dl className="key-values">
      <Fact label="Recipient">{[delivery.firstName, delivery.lastName].filter(Boolean).join(' ')}</Fact>
      <Fact label="Address">{delivery.address}</Fact>
      <Fact label="City">{delivery.city}</Fact>
      <Fact label="State">{delivery.state}</Fact>
      <Fact label="Postcode">{delivery.postcode}</Fact>
      {foreignCountry(delivery) && <Fact label="Country">{foreignCountry(delivery)}</Fact>}
      {deliveryName && <Fact label="By">{deliveryName}</Fact>}
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="numeric wrap-anywhere">{children}</dd>
    </>
  );
}
