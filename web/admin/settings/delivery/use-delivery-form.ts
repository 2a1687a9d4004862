import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { DeliverySettings as Settings } from '#contract/delivery.ts';
import { call } from '../../../api.ts';
import { showToast } from '../../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { focusMain } from '../../focus-main.ts';
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

/**
 * The form of the delivery settings. Only changed fields are sent, with the values that were read: two owners do not overwrite
 * each other. `disputes` says what somebody else saved in fields that this person has changed too.
 */
export function useDeliveryForm(saved: Settings) {
  const [changes, setChanges] = useState<Partial<DeliveryDraft>>({});
  /** Raised when the form begins anew: then no zone is open, and none can be brought back. */
  const [round, setRound] = useState(0);
  /** What was saved before somebody else changed one of the same fields. */
  const [replaced, setReplaced] = useState<Settings | null>(null);
  const { revalidate } = useRevalidator();
  const stored = deliveryDraftOf(saved);
  const draft: DeliveryDraft = { ...stored, ...changes };
  const changed = changedFields(draft, stored);
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
  const replacedDraft = replaced && deliveryDraftOf(replaced);
  const disputed = replacedDraft ? changed.filter((field) => !isSame(stored[field], replacedDraft[field])) : [];
  return {
    ...{ draft, isBusy, failure, form, round },
    isSaved: changed.length === 0,
    unsaved: changesInWords(draft, stored),
    disputes:
      replacedDraft && disputed.length > 0
        ? changesInWords(stored, { ...stored, ...only(replacedDraft, disputed) })
        : [],
    change: (more: Partial<DeliveryDraft>) => setChanges((earlier) => ({ ...earlier, ...more })),
    discard: () => reset(),
    takeTheirs: () => reset(without(changes, disputed)),
  };
}

function only(draft: DeliveryDraft, fields: readonly DeliveryField[]): Partial<DeliveryDraft> {
  return Object.fromEntries(fields.map((field) => [field, draft[field]]));
}

function without(draft: Partial<DeliveryDraft>, fields: readonly DeliveryField[]): Partial<DeliveryDraft> {
  const names: readonly string[] = fields;
  return Object.fromEntries(Object.entries(draft).filter(([field]) => !names.includes(field)));
}
