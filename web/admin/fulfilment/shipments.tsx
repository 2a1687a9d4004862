import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import type { Shipment } from '#contract/shipments.ts';
import { call } from '../../api.ts';
import { useTimes } from '../../shell/use-times.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { useHasRole } from '../admin-access.ts';
import { adminFailure } from '../admin-failure.ts';
import { useReload } from '../use-reload.ts';
import { CorrectDialog } from './correct-dialog.tsx';
import { ParcelPapers } from './parcel-papers.tsx';

/** The shipments of an order, each with its pieces, its days and its buttons. */
export function Shipments({ order }: { order: OrderDetails }) {
  return (
    <ul className="rows">
      {order.shipments.map((shipment) => (
        <li key={shipment.id} className="flex-wrap">
          <ShipmentFacts order={order} shipment={shipment} />
          <ShipmentActions order={order} shipment={shipment} />
          {order.shipments.length > 1 && <ParcelPapers order={order} shipment={shipment} />}
        </li>
      ))}
    </ul>
  );
}

const titleOf = ({ carrier, number }: Shipment) => [carrier, number].filter(Boolean).join(', ');

function ShipmentFacts({ order, shipment }: { order: OrderDetails; shipment: Shipment }) {
  const title = titleOf(shipment);
  const { url, listingIds } = shipment;
  const listings = order.items.filter(({ listingId }) => listingIds.includes(listingId));
  return (
    <div className="min-w-0 flex-[1_1_14rem] wrap-anywhere">
      <span className="font-medium">{title}</span>
      <span className="subtle text-13 block">
        {listings.map(({ listing }) => listing.name).join(', ')}
        {listings.length > 0 && '. '}
        <ShipmentDays shipment={shipment} />
        {url !== null && (
          <>
            .{' '}
            <a href={url} target="_blank" rel="noreferrer">
              <Trans>
                Follow it<span className="visually-hidden">: {title} (opens in a new tab)</span>
              </Trans>
            </a>
          </>
        )}
      </span>
    </div>
  );
}

/** The day on which it was sent, and the day on which it was delivered. */
function ShipmentDays({ shipment: { shippedAt, deliveredAt } }: { shipment: Shipment }) {
  const { day } = useTimes();
  const sent = day(shippedAt);
  if (deliveredAt === null)
    return (
      <Trans>
        Left on <time dateTime={shippedAt}>{sent}</time>
      </Trans>
    );
  const delivered = day(deliveredAt);
  return (
    <Trans>
      Left on <time dateTime={shippedAt}>{sent}</time>, delivered on <time dateTime={deliveredAt}>{delivered}</time>
    </Trans>
  );
}

/** The buttons that mark a shipment as delivered, correct it and remove it. A delivered order has none of them. */
function ShipmentActions({ order, shipment }: { order: OrderDetails; shipment: Shipment }) {
  const mayChange = useHasRole('staff');
  const reload = useReload();
  const [dialog, setDialog] = useState<'correct' | 'remove' | null>(null);
  const params = { id: order.id, shipmentId: shipment.id };
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('setShipmentDelivered', { params });
    if (!answer.success) return adminFailure(t`Failed to change the shipment`, answer);
    showToast({ tone: 'done', text: t`Delivered` });
    reload();
    return undefined;
  });
  async function remove() {
    const answer = await call('removeShipment', { params });
    if (!answer.success) return adminFailure(t`Failed to remove the shipment`, answer);
    showToast({ tone: 'done', text: t`Shipment removed` });
    setDialog(null);
    reload();
    return undefined;
  }
  if (!mayChange || order.status === 'delivered') return null;
  const title = titleOf(shipment);
  const isOrderUnderWay = order.status === 'paid' || order.status === 'shipped';
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      {isOrderUnderWay && shipment.deliveredAt === null && order.shipments.length > 1 && (
        <Button variant="text" busy={isBusy} onClick={submit}>
          <Trans>
            Mark delivered<span className="visually-hidden"> {title}</span>
          </Trans>
        </Button>
      )}
      <Button variant="text" onClick={() => setDialog('correct')}>
        <Trans>
          Correct details<span className="visually-hidden"> of {title}</span>
        </Trans>
      </Button>
      <Button variant="text" onClick={() => setDialog('remove')}>
        <Trans>
          Remove<span className="visually-hidden"> {title}</span>
        </Trans>
      </Button>
      {failure && <FailureNote>{failure.message}</FailureNote>}
      {dialog === 'correct' && (
        <CorrectDialog order={order} shipment={shipment} onClose={() => setDialog(null)} onCorrected={reload} />
      )}
      <ConfirmDialog
        open={dialog === 'remove'}
        title={t`Remove this shipment?`}
        confirmLabel={t`Remove`}
        onConfirm={remove}
        onCancel={() => setDialog(null)}
      >
        {t`The pieces in ${title} then count as not sent, and you can ship them again. The buyer gets no email about this.`}
      </ConfirmDialog>
    </div>
  );
}
