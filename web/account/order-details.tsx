import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, Suspense } from 'react';
import { foreignCountry } from '#contract/country-names.ts';
import type { OrderDetails, Payment } from '#contract/orders.ts';
import type { PaymentMethod } from '#contract/states.ts';
import { fieldLanguage } from '../language/field-language.ts';
import { language } from '../language/language.ts';
import { Price } from '../shell/price.tsx';
import { useTimes } from '../shell/use-times.ts';
import { AdjustmentNotes } from './adjustment-notes.tsx';
import { type Fact, Facts } from './facts.tsx';
import { hasWay, OrderWay } from './order-way.tsx';

const NameInProvenance = lazy(() => import('./name-in-provenance.tsx'));
const OwnConditionReports = lazy(() => import('./own-condition-reports.tsx'));
const OwnCertificates = lazy(() => import('./own-certificates.tsx'));
const OrderReturns = lazy(() => import('./order-returns.tsx'));

export const methodLabels: Readonly<Record<PaymentMethod, string>> = {
  credit: t`Credit card`,
  paypal: 'PayPal',
  bank: t`Bank transfer`,
  payto: 'PayTo',
  transfer: t`Bank transfer`,
  cash: t`Cash`,
  terminal: t`Card terminal`,
};

/** The details of an order besides its listings: progress, delivery, payments, papers, provenance, returns and history. */
export function OrderDetailsPanel({ id, order }: { id: string; order: OrderDetails }) {
  return (
    <section
      id={id}
      className="grid gap-x-16 gap-y-8 pt-3 md:grid-cols-2"
      aria-label={t`Details of order ${{ number: order.id }}`}
    >
      {hasWay(order) && (
        <div className="md:col-span-2">
          <Block title={t`Where it is`}>
            <OrderWay order={order} />
          </Block>
        </div>
      )}
      <Delivery order={order} />
      <Payments order={order} />
      {order.adjustmentNotes && (
        <Block title={t`Adjustment notes`}>
          <AdjustmentNotes order={order} />
        </Block>
      )}
      {order.certificates && (
        <Block title={order.certificates.length === 1 ? t`Certificate` : t`Certificates`}>
          <Suspense>
            <OwnCertificates order={order} />
          </Suspense>
        </Block>
      )}
      {order.conditionReports && (
        <Block title={order.conditionReports.length === 1 ? t`Condition report` : t`Condition reports`}>
          <Suspense>
            <OwnConditionReports order={order} />
          </Suspense>
        </Block>
      )}
      {order.nameInProvenance !== undefined && (
        <Block title={t`Provenance`}>
          <Suspense>
            <NameInProvenance order={order} />
          </Suspense>
        </Block>
      )}
      {(order.returns || order.returnable) && (
        <Suspense>
          <OrderReturns order={order} />
        </Suspense>
      )}
      <History order={order} />
    </section>
  );
}

function Delivery({ order }: { order: OrderDetails }) {
  const { delivery } = order;
  const place = [delivery.city, delivery.state, delivery.postcode, foreignCountry(delivery, language)]
    .filter(Boolean)
    .join(' ');
  return (
    <Block title={t`Delivery`}>
      <Facts
        facts={[
          [t`Name`, [delivery.firstName, delivery.lastName].filter(Boolean).join(' ')],
          [t`Address`, delivery.address && [delivery.address, place].filter(Boolean).join(', ')],
          ...(order.deliveryName === '' ? [] : [deliveryNameFact(order)]),
          [t`Phone`, delivery.phone],
          [t`Email`, delivery.email],
        ]}
      />
    </Block>
  );
}

const deliveryNameFact = (order: OrderDetails): Fact => [
  t({ message: 'By', context: 'way of delivery' }),
  <span key="name" {...fieldLanguage(order, 'deliveryName')}>
    {order.deliveryName}
  </span>,
];

function Payments({ order }: { order: OrderDetails }) {
  const { day } = useTimes();
  return (
    <Block title={t`Payment`}>
      <dl className="facts">
        <dt>
          <Trans>Method</Trans>
        </dt>
        <dd>{methodLabels[order.paymentMethod]}</dd>
        {order.payments.map((payment, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended.
          <PaymentLine key={position} payment={payment} day={day(payment.at)} />
        ))}
        {order.deliveryName !== '' && (
          <>
            <dt>
              <Trans>Delivery</Trans>
            </dt>
            <dd className="numeric">
              <Price of={order.deliveryPrice} />
            </dd>
          </>
        )}
        <dt>
          <Trans>Total</Trans>
        </dt>
        <dd className="numeric font-medium">
          <Price of={order.totalPrice} />
        </dd>
      </dl>
    </Block>
  );
}

function PaymentLine({ payment, day }: { payment: Payment; day: string }) {
  return (
    <>
      <dt>{labelOf(payment)}</dt>
      <dd className="numeric flex flex-wrap justify-between gap-x-4">
        <Price of={payment.amount} /> <span className="muted">{day}</span>
      </dd>
    </>
  );
}

function labelOf({ kind, state }: Payment): string {
  if (kind === 'charge') return state === 'authorised' ? t`Authorised` : t`Charged`;
  if (state === 'failed') return t`Refund failed`;
  return state === 'pending' ? t`Being refunded` : t`Refunded`;
}

function History({ order }: { order: OrderDetails }) {
  const { minute } = useTimes();
  if (order.history.length === 0) return null;
  return (
    <div className="md:col-span-2">
      <Block title={t`History`}>
        <ol className="grid gap-x-4 gap-y-2 text-[0.9375rem] sm:grid-cols-[fit-content(17rem)_1fr]">
          {order.history.map(({ at, what: inEnglish, words: what = inEnglish, by }, position) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries are only appended.
            <li key={position} className="grid sm:col-span-2 sm:grid-cols-subgrid">
              <time className="numeric subtle" dateTime={at}>
                {minute(at)}
              </time>
              <span>
                {by === 'shop' ? (
                  <Trans>
                    {what}
                    <span className="muted"> by the shop</span>
                  </Trans>
                ) : (
                  what
                )}
              </span>
            </li>
          ))}
        </ol>
      </Block>
    </div>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="heading-block mb-2">{title}</h3>
      {children}
    </section>
  );
}
