import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { foreignCountry } from '#contract/country-names.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { hasInvoice, orderStatusLabel } from '#contract/states.ts';
import { AdjustmentNotes } from '../../account/adjustment-notes.tsx';
import { InvoiceButtons } from '../../account/invoice-buttons.tsx';
import { OrderNumber } from '../../account/order-number.tsx';
import { fieldLanguage } from '../../language/field-language.ts';
import { language } from '../../language/language.ts';
import { Price } from '../../shell/price.tsx';
import { useTimes } from '../../shell/use-times.ts';
import { Badge } from '../../ui/badge.tsx';

/** The main facts of an order, its buyer and its delivery. */
export function OrderFacts({ order }: { order: OrderDetails }) {
  return (
    <div className="panels gap-x-12! gap-y-6!">
      <Block title={t`Order`}>
        <SummaryFacts order={order} />
      </Block>
      <Block title={t`Buyer`}>
        <BuyerFacts order={order} />
      </Block>
      {order.delivery.address && (
        <Block title={t`Delivery`}>
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
      <Fact label={t`Order ID`}>
        <OrderNumber id={order.id} />
      </Fact>
      <Fact label={t`Date`}>
        <time dateTime={order.orderDate}>{minute(order.orderDate)}</time>
      </Fact>
      <Fact label={t`Status`}>
        <Badge tone={order.status}>{orderStatusLabel[order.status].toUpperCase()}</Badge>
      </Fact>
      <Fact label={t`Total`}>
        <b className="font-semibold">
          <Price of={order.totalPrice} />
        </b>
      </Fact>
      {hasInvoice(order.status) && (
        <Fact label={t`Invoice`}>
          <span className="flex flex-wrap gap-x-4">
            <InvoiceButtons orderId={order.id} look="text" />
          </span>
        </Fact>
      )}
      {order.adjustmentNotes && (
        <Fact label={t`Adjustments`}>
          <AdjustmentNotes order={order} />
        </Fact>
      )}
    </dl>
  );
}

export function BuyerFacts({ order: { buyer, userId } }: { order: OrderDetails }) {
  if (!buyer.name && !buyer.email) return <p className="muted">{t`Buyer information not available`}</p>;
  return (
    <dl className="key-values">
      <Fact label={t`Name`}>{buyer.name}</Fact>
      <Fact label={t`Email`}>{buyer.email}</Fact>
      <Fact label={t`Phone`}>{buyer.phone || <span className="subtle">{t`Not provided`}</span>}</Fact>
      <Fact label={t`User ID`}>{buyer.id || userId || t`No account`}</Fact>
    </dl>
  );
}

export function DeliveryFacts({ order }: { order: OrderDetails }) {
  const { delivery, deliveryName } = order;
  const country = foreignCountry(delivery, language);
  return (
    <dl className="key-values">
      <Fact label={t`Recipient`}>{[delivery.firstName, delivery.lastName].filter(Boolean).join(' ')}</Fact>
      <Fact label={t`Address`}>{delivery.address}</Fact>
      <Fact label={t`City`}>{delivery.city}</Fact>
      <Fact label={t({ message: 'State', context: 'address' })}>{delivery.state}</Fact>
      <Fact label={t`Postcode`}>{delivery.postcode}</Fact>
      {country && <Fact label={t`Country`}>{country}</Fact>}
      {deliveryName && (
        <Fact label={t({ message: 'By', context: 'way of delivery' })}>
          <span {...fieldLanguage(order, 'deliveryName')}>{deliveryName}</span>
        </Fact>
      )}
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
