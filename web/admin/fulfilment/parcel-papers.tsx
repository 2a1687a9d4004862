import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router';
import { homeCountry } from '#contract/country-names.ts';
import type { OrderDetails } from '#contract/orders.ts';
import { customsFilename, packingSlipFilename, type UndeclaredListing } from '#contract/parcel-papers.ts';
import type { Shipment } from '#contract/shipments.ts';
import { saveFile } from '../../account/save-file.ts';
import { callForFile } from '../../api.ts';
import { useShop } from '../../shell/shop.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { useSubmission } from '../../ui/use-submission.ts';
import { useHasRole } from '../admin-access.ts';
import { adminFailure } from '../admin-failure.ts';
import { addressOf } from '../sections.ts';

interface ParcelPapersProps {
  order: OrderDetails;
  /** The shipment of the papers. If absent, they list what was not sent yet, or all pieces once everything has left. */
  shipment?: Shipment;
}

/** The buttons of the packing slip, and of the customs declaration of an order that leaves the country of the shop. */
export function ParcelPapers({ order, shipment }: ParcelPapersProps) {
  const { contact } = useShop();
  const mayOpen = useHasRole('staff');
  const leavesCountry = !order.isPickup && order.delivery.country !== (contact?.address?.country ?? homeCountry);
  const request = { params: { id: order.id }, query: { shipment: shipment?.id } };
  const slip = usePaper(() => callForFile('openPackingSlip', request), packingSlipFilename(order.id));
  const customs = usePaper(() => callForFile('openCustomsDeclaration', request), customsFilename(order.id));
  if (!mayOpen) return null;
  const name = shipment && [shipment.carrier, shipment.number].filter(Boolean).join(', ');
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      {slip.failure && <FailureNote>{slip.failure.message}</FailureNote>}
      <Button variant="text" className="min-h-6! p-0!" busy={slip.isBusy} onClick={slip.submit}>
        {name === undefined ? (
          <Trans>Packing slip</Trans>
        ) : (
          <Trans>
            Packing slip<span className="visually-hidden"> of {name}</span>
          </Trans>
        )}
      </Button>
      {customs.failure && (
        <FailureNote>
          {customs.failure.message}
          {customs.missing.map((listing) => (
            <ListingLink key={listing.listingId} listing={listing} />
          ))}
        </FailureNote>
      )}
      {leavesCountry && (
        <Button variant="text" className="min-h-6! p-0!" busy={customs.isBusy} onClick={customs.submit}>
          {name === undefined ? (
            <Trans>Customs declaration</Trans>
          ) : (
            <Trans>
              Customs declaration<span className="visually-hidden"> of {name}</span>
            </Trans>
          )}
        </Button>
      )}
    </div>
  );
}

/** A link to the piece in the list of products, from which its form can be opened. */
function ListingLink({ listing: { listingId, name } }: { listing: UndeclaredListing }) {
  if (listingId === '') return null;
  return (
    <>
      {' '}
      <Link to={`${addressOf('products')}?q=${encodeURIComponent(listingId)}`}>{t`Open ${name}`}</Link>
    </>
  );
}

/** Downloads a paper. `missing` has the pieces without the facts that customs need, if the download failed because of them. */
function usePaper(request: () => ReturnType<typeof callForFile>, filename: string) {
  const [missing, setMissing] = useState<readonly UndeclaredListing[]>([]);
  const submission = useSubmission(async () => {
    setMissing([]);
    const answer = await request();
    if (answer.success) {
      saveFile(answer.file, filename);
      return undefined;
    }
    setMissing(answer.missing ?? []);
    return adminFailure(t`Failed to make the paper`, answer);
  });
  return { ...submission, missing };
}
