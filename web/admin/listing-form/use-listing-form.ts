import { t } from '@lingui/core/macro';
import { type FormEvent, useLayoutEffect, useState } from 'react';
import type { Listing } from '#contract/catalog.ts';
import type { ListingConflict } from '#contract/listing-conflict.ts';
import { useShop } from '../../shell/shop.ts';
import { showToast } from '../../ui/toast.tsx';
import { type FormFailure, useSubmission } from '../../ui/use-submission.ts';
import { useMaySetPrices } from '../admin-access.ts';
import { checkListing } from './check-listing.ts';
import type { DraftImage } from './draft-image.ts';
import { draftOf, isSameDraft, type ListingDraft, withFields } from './listing-draft.ts';
import { saveListing } from './save-listing.ts';

/** The state of the listing form and the functions that change and save it. `opened`: the listing; null for a new one. */
export function useListingForm(
  opened: Listing | null,
  onDirty: (isDirty: boolean) => void,
  onSaved: () => Promise<void>,
) {
  const maySetPrices = useMaySetPrices();
  const [first] = useState(() => firstDraft(opened, maySetPrices));
  // The last known stored values: those when the form was opened, updated by conflicts.
  const [saved, setSaved] = useState(first);
  const [draft, setDraft] = useState(saved);
  const [isUploading, setUploading] = useState(false);
  const [endHold, setEndHold] = useState(false);
  const { isBusy, failure, form, conflicts, refusals, settle } = useSaving(opened, { draft, saved, endHold }, onSaved);
  // An error is cleared when its field changes.
  const [changedFields, setChangedFields] = useState<readonly string[]>([]);
  const remaining = failureWithout(changedFields, failure);
  const isDirty = isUploading || !isSameDraft(draft, saved);
  // React commits state set in a layout effect before the browser's next event, so Escape directly after a key press
  // sees it.
  useLayoutEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  function change(changes: Partial<ListingDraft>) {
    setDraft((current) => ({ ...current, ...changes }));
    setChangedFields((names) => [...names, ...Object.keys(changes)]);
  }

  function choose(conflict: ListingConflict, choice: 'mine' | 'theirs') {
    setSaved((current) => withFields(current, conflict.theirs));
    if (choice === 'theirs') setDraft((current) => withFields(current, conflict.theirs));
    settle(conflict);
    // The last choice removes the section of conflicts, so the focus needs another place.
    if (conflicts.length === 1) form.ref.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (isUploading) return;
    if (conflicts.length > 0) return form.ref.current?.querySelector<HTMLElement>('.conflicts')?.focus();
    setChangedFields([]);
    form.onSubmit(event);
  }

  return {
    draft,
    isPriceFixed: !maySetPrices && first.visibility !== 'draft',
    change,
    isUploading,
    setUploading,
    endHold,
    setEndHold,
    conflicts,
    choose,
    refusals,
    isBusy,
    failure: remaining,
    changeImages: (update: (images: readonly DraftImage[]) => DraftImage[]) =>
      setDraft((current) => ({ ...current, images: update(current.images) })),
    form: { ...form, onSubmit: submit },
  };
}

/** The draft of the form when it opens. A new listing of somebody who may set no prices is a draft, because the server takes no other. */
function firstDraft(opened: Listing | null, maySetPrices: boolean): ListingDraft {
  const draft = draftOf(opened);
  return opened === null && !maySetPrices ? { ...draft, visibility: 'draft' } : draft;
}

/** The failure without the messages of changed fields; null if no message is left. */
function failureWithout(changedFields: readonly string[], failure: FormFailure | null): FormFailure | null {
  const given = Object.entries(failure?.fields ?? {});
  const fields = given.filter(([name]) => !changedFields.includes(name));
  if (failure === null || (fields.length === 0 && given.length > 0)) return null;
  return { ...failure, fields: Object.fromEntries(fields) };
}

function useSaving(listing: Listing | null, change: Parameters<typeof saveListing>[1], onSaved: () => Promise<void>) {
  const { currency } = useShop();
  /** How many times a hold or a reservation forbade the change. */
  const [refusals, setRefusals] = useState(0);
  const [conflicts, setConflicts] = useState<readonly ListingConflict[]>([]);
  const { setFailure, ...submission } = useSubmission(() => checkListing(change.draft, currency) ?? save());

  async function save(): Promise<FormFailure | undefined> {
    const refused = await saveListing(listing, change);
    if (refused) {
      if (refused.unavailable?.length) setRefusals((count) => count + 1);
      setConflicts(refused.conflicts ?? []);
      return refused;
    }
    await onSaved();
    showToast({ tone: 'done', text: listing ? t`Product updated successfully` : t`Product added successfully` });
  }

  /** Removes a conflict after the admin's choice. With the last one it also clears the failure. */
  function settle(conflict: ListingConflict) {
    const rest = conflicts.filter(({ field }) => field !== conflict.field);
    setConflicts(rest);
    if (rest.length === 0) setFailure(null);
  }
  return { ...submission, conflicts, refusals, settle };
}
