import { Trans } from '@lingui/react/macro';
import type { DeliverySettings as Settings } from '#contract/delivery.ts';
import { call } from '../../../api.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import type { Route } from './+types/delivery-settings.ts';
import { CarrierFields } from './carrier-fields.tsx';
import { CustomsDefaults } from './customs-defaults.tsx';
import { DeliveryValues } from './delivery-values.tsx';
import { PickupFields } from './pickup-fields.tsx';
import { SizeClassFields } from './size-class-fields.tsx';
import { TryAddress } from './try-address.tsx';
import { useDeliveryForm } from './use-delivery-form.ts';
import { ZonesTable } from './zones-table.tsx';

export async function clientLoader() {
  await requireAdmin();
  return redirectIfDenied(await call('getDeliverySettings'));
}

/** What delivery costs and how long it takes (docs/behaviour/delivery.md). Owners change it; others see the values. */
export default function DeliverySettings({ loaderData: answer }: Route.ComponentProps) {
  const isOwner = useHasRole('owner');
  return (
    <div className="stack">
      <p className="muted max-w-[60ch]">
        <Trans>
          Read from the top: the first zone that fits the buyer’s address gives the price. An empty price means “Ask
          us”, and the buyer sends an enquiry instead of paying.
        </Trans>
      </p>
      {!answer.success && <ListFailure message={answer.message} />}
      {answer.success && (isOwner ? <DeliveryForm saved={answer.settings} /> : <DeliveryValues {...answer.settings} />)}
    </div>
  );
}

function DeliveryForm({ saved }: { saved: Settings }) {
  const { draft, isSaved, unsaved, disputes, isBusy, failure, form, round, change, discard, takeTheirs } =
    useDeliveryForm(saved);
  const fields = { draft, errors: failure?.fields ?? {}, onChange: change };
  return (
    <form className="stack" {...form}>
      <ZonesTable key={round} {...fields} />
      <TryAddress isSaved={isSaved} />
      <SizeClassFields {...fields} />
      <PickupFields {...fields} />
      <CarrierFields {...fields} />
      <CustomsDefaults {...fields} />
      {disputes.length > 0 && <SavedMeanwhile news={disputes} onTake={takeTheirs} />}
      <SaveBar changed={unsaved} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}
