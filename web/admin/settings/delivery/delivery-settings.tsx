import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { DeliverySettings as Settings } from '#contract/delivery.ts';
import { call } from '../../../api.ts';
import { showToast } from '../../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../../ui/use-submission.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { adminFailure } from '../../admin-failure.ts';
import { focusMain } from '../../focus-main.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import type { Route } from './+types/delivery-settings.ts';
import { CarrierFields } from './carrier-fields.tsx';
import { CustomsDefaults } from './customs-defaults.tsx';
import {
  byZoneId,
  changedFields,
  changesInWords,
  type DeliveryDraft,
  type DeliveryField,
  deliveryDraftOf,
  isSame,
  settingsOf,
} from './delivery-draft.ts';
import { DeliveryValues } from './delivery-values.tsx';
import { PickupFields } from './pickup-fields.tsx';
import { SizeClassFields } from './size-class-fields.tsx';
import { TryAddress } from './try-address.tsx';
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

/** Only changed fields are sent, with the values that were read: two owners do not overwrite each other. */
function DeliveryForm({ saved }: { saved: Settings }) {
  const [changes, setChanges] = useState<Partial<DeliveryDraft>>({});
  /** Raised when the form begins anew: then no zone is open, and none can be brought back. */
  const [round, setRound] = useState(0);
  /** What was saved before somebody else changed one of the same fields. */
  const [replaced, setReplaced] = useState<Settings | null>(null);
  const { revalidate } = useRevalidator();
  const before = deliveryDraftOf(saved);
  const draft: DeliveryDraft = { ...before, ...changes };
  const changed = changedFields(draft, before);
  const { isBusy, failure, setFailure, form } = useSubmission(async (): Promise<FormFailure | undefined> => {
    const body = settingsOf(draft, changed, saved);
    if ('fields' in body) return body;
    const answer = await call('updateDeliverySettings', { body });
    if (answer.success) {
      await revalidate();
      reset();
      showToast({ tone: 'done', text: t`Settings saved` });
      return undefined;
    }
    if (answer.status === 409) {
      setReplaced(saved);
      await revalidate();
      return undefined;
    }
    const shown = adminFailure(t`Failed to save the settings`, answer);
    return shown.fields ? { ...shown, fields: byZoneId(shown.fields, draft.zones) } : shown;
  });
  function reset(kept: Partial<DeliveryDraft> = {}) {
    setChanges(kept);
    setRound((earlier) => earlier + 1);
    setReplaced(null);
    setFailure(null);
    // The bar with the focused button is removed.
    focusMain();
  }
  const fields = {
    draft,
    errors: failure?.fields ?? {},
    onChange: (more: Partial<DeliveryDraft>) => setChanges((earlier) => ({ ...earlier, ...more })),
  };
  const theirs = replaced && deliveryDraftOf(replaced);
  const disputed = theirs ? changed.filter((field) => !isSame(before[field], theirs[field])) : [];
  return (
    <form className="stack" {...form}>
      <ZonesTable key={round} {...fields} />
      <TryAddress isSaved={changed.length === 0} />
      <SizeClassFields {...fields} />
      <PickupFields {...fields} />
      <CarrierFields {...fields} />
      <CustomsDefaults {...fields} />
      {theirs && disputed.length > 0 && (
        <SavedMeanwhile
          news={changesInWords(before, { ...before, ...only(theirs, disputed) })}
          onTake={() => reset(without(changes, disputed))}
        />
      )}
      <SaveBar changed={changesInWords(draft, before)} failure={failure} busy={isBusy} onDiscard={() => reset()} />
    </form>
  );
}

function only(draft: DeliveryDraft, fields: readonly DeliveryField[]): Partial<DeliveryDraft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}

function without(draft: Partial<DeliveryDraft>, fields: readonly DeliveryField[]): Partial<DeliveryDraft> {
  const names: readonly string[] = fields;
  return Object.fromEntries(Object.entries(draft).filter(([field]) => !names.includes(field)));
}
