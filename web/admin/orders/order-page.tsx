import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { OrderDetails } from '#contract/orders.ts';
import type { PaymentAttempt } from '#contract/payments.ts';
import { hasInvoice, isSale, orderStatusLabel } from '#contract/states.ts';
import { AdjustmentNotes } from '../../account/adjustment-notes.tsx';
import { InvoiceButtons } from '../../account/invoice-buttons.tsx';
import { OrderNumber } from '../../account/order-number.tsx';
import { useTimes } from '../../shell/use-times.ts';
import { Badge } from '../../ui/badge.tsx';
import { FailureBoundary } from '../../ui/failure-boundary.tsx';
import { redirectIfDenied, requireAdmin } from '../admin-access.ts';
import { Crumbs } from '../crumbs.tsx';
import { NextStep } from '../fulfilment/next-step.tsx';
import { OrderNotes } from '../fulfilment/order-notes.tsx';
import { ParcelPapers } from '../fulfilment/parcel-papers.tsx';
import { Shipments } from '../fulfilment/shipments.tsx';
import { Timeline } from '../fulfilment/timeline.tsx';
import { panelMeta } from '../panel-meta.ts';
import { PartFailure } from '../part-failure.tsx';
import { addressOf } from '../sections.ts';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/order-page.ts';
import { OrderActions } from './order-actions.tsx';
import { BuyerFacts, DeliveryFacts } from './order-facts.tsx';
import { ListingLines } from './order-listings.tsx';
import { hasDispute, isPartRefunded } from './order-money.ts';
import { MoneyPanel } from './order-money-panel.tsx';
import { HistoryLines } from './order-records.tsx';
import { OrderStrips } from './order-strips.tsx';
import { orderOf, requestOrder, useLiveOrder } from './use-live-order.ts';

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  await requireAdmin();
  const loaded = await requestOrder(params.id);
  return { ...loaded, details: redirectIfDenied(loaded.details), money: redirectIfDenied(loaded.money) };
}

export function meta({ matches, params }: Route.MetaArgs) {
  const number = params.id;
  return panelMeta(t`Order ${number}`, matches[0].loaderData?.shop.name);
}

const nothingKnown = { attempts: [], disputes: [] };

/** The page of an order (docs/behaviour/admin.md, 18). */
export default function OrderPage({ loaderData, params }: Route.ComponentProps) {
  const loaded = useLiveOrder(loaderData);
  const order = orderOf(loaded);
  const money = loaded.money.success ? loaded.money : nothingKnown;
  return (
    <>
      <div className="bar">
        <Crumbs to={addressOf('orders')} title={t`Orders`} />
        <h1 className="mr-0! wrap-anywhere">{order ? <OrderNumber id={order.id} /> : params.id}</h1>
        {order && <OrderHead key={order.id} order={order} attempts={money.attempts} />}
      </div>
      {order && <NextStep key={order.id} order={order} />}
      {order && <OrderStrips order={order} attempts={money.attempts} disputes={money.disputes} />}
      {order ? <OrderParts key={order.id} order={order} money={loaded.money} /> : <Missing answer={loaded.details} />}
    </>
  );
}

function OrderHead({ order, attempts }: { order: OrderDetails; attempts: readonly PaymentAttempt[] }) {
  const { minute } = useTimes();
  return (
    <>
      <Badge tone={order.status}>{orderStatusLabel[order.status]}</Badge>
      {hasDispute(order) && <Badge tone="cancelled">{t`Disputed`}</Badge>}
      {isPartRefunded(order) && <Badge>{t`Part refunded`}</Badge>}
      <time className="subtle numeric" dateTime={order.orderDate}>
        {minute(order.orderDate)}
      </time>
      <OrderActions order={order} attempts={attempts} />
    </>
  );
}

function OrderParts({ order, money }: { order: OrderDetails; money: Parameters<typeof MoneyPanel>[0]['money'] }) {
  return (
    <div className="order-columns">
      <div className="stack">
        <Panel title={t`Products`}>
          <Part order={order}>
            <ListingLines order={order} />
          </Part>
        </Panel>
        {order.shipments.length > 0 && (
          <Panel title={t`Shipments`} isList>
            <Part order={order}>
              <Shipments order={order} />
            </Part>
          </Panel>
        )}
        <MoneyPanel order={order} money={money} />
        {order.delivery.address && (
          <Panel title={t`Delivery`}>
            <Part order={order}>
              <DeliveryFacts order={order} />
            </Part>
          </Panel>
        )}
        {isSale(order.status) && (
          <Panel title={t`Papers for the parcel`}>
            <ParcelPapers order={order} />
          </Panel>
        )}
        {hasInvoice(order.status) && (
          <Panel title={t`Invoice`}>
            <span className="flex flex-wrap gap-x-4">
              <InvoiceButtons orderId={order.id} look="text" />
            </span>
          </Panel>
        )}
        {order.adjustmentNotes && (
          <Panel title={t`Adjustment notes`}>
            <AdjustmentNotes order={order} />
          </Panel>
        )}
        {order.history.length > 0 && (
          <Panel title={t`History`}>
            <Part order={order}>
              <HistoryLines order={order} />
            </Part>
          </Panel>
        )}
      </div>
      <div className="stack">
        <Panel title={t`Timeline`} isList>
          <Part order={order}>
            <Timeline order={order} />
          </Part>
        </Panel>
        <Panel title={t`Buyer`}>
          <Part order={order}>
            <BuyerFacts order={order} />
          </Part>
        </Panel>
        <Panel title={t`Notes for staff`} isList>
          <OrderNotes orderId={order.id} />
        </Panel>
      </div>
    </div>
  );
}

/** A panel with a title. `isList`: the content has its own padding. */
function Panel({ title, isList = false, children }: { title: string; isList?: boolean; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className="panel" aria-labelledby={titleId}>
      <h2 id={titleId}>{title}</h2>
      {isList ? children : <div className="px-5 py-4">{children}</div>}
    </section>
  );
}

function Part({ order, children }: { order: OrderDetails; children: ReactNode }) {
  return (
    <FailureBoundary data={order} fallback={PartFailure}>
      {children}
    </FailureBoundary>
  );
}

function Missing({ answer }: { answer: Awaited<ReturnType<typeof requestOrder>>['details'] }) {
  if (answer.success) return null;
  if (answer.status !== 404) return <ListFailure message={answer.message} />;
  return (
    <div className="state">
      <p className="muted">{t`There is no order with this number.`}</p>
      <Link className="button button-line" to={addressOf('orders')}>
        <Trans>All orders</Trans>
      </Link>
    </div>
  );
}
