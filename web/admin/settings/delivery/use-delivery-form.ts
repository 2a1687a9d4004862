import type { DeliverySettings as Settings } from '#contract/delivery.ts';
import type { DeliverySettingsChanges } from '#contract/settings.ts';
import { call } from '../../../api.ts';
import { useSectionForm } from '../use-section-form.ts';
import {
  byZoneId,
  changesInWords,
  deliveryDraftOf,
  deliveryFields,
  settingsOf,
  type ZoneDraft,
} from './delivery-draft.ts';

/** The form of the delivery settings. `disputes` says what somebody else saved in fields that this person has changed too. */
export function useDeliveryForm(saved: Settings) {
  const stored = deliveryDraftOf(saved);
  const { changed, disputed, replaced, ...form } = useSectionForm({
    saved: stored,
    fields: deliveryFields,
    save: (_, draft, fields) => {
      const body = settingsOf(draft, fields, saved);
      return 'fields' in body ? body : send(body, draft.zones);
    },
  });
  const before = replaced && { ...stored, ...Object.fromEntries(disputed.map((field) => [field, replaced[field]])) };
  return {
    ...form,
    isSaved: changed.length === 0,
    unsaved: changesInWords(form.draft, stored),
    disputes: before ? changesInWords(stored, before) : [],
  };
}

async function send(body: DeliverySettingsChanges, zones: readonly ZoneDraft[]) {
  const answer = await call('updateDeliverySettings', { body });
  if (answer.success || !answer.fields) return answer;
  return { ...answer, fields: byZoneId(answer.fields, zones) };
}
