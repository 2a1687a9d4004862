import { t } from '@lingui/core/macro';
import type { Listing } from '#contract/catalog.ts';
import type { UnavailableListing } from '#contract/checkout.ts';
import type { ListingConflict } from '#contract/listing-conflict.ts';
import { prefixedMessage } from '../../account/prefixed-message.ts';
import { call } from '../../api.ts';
import type { FormFailure } from '../../ui/use-submission.ts';
import { changesOf, expectedOf, type ListingDraft, newListingOf } from './listing-draft.ts';

interface SaveFailure extends FormFailure {
  /** Fields that somebody else changed while the form was open. If there are any, nothing was saved. */
  conflicts?: readonly ListingConflict[];
  /** Not empty if only a hold or a reservation forbids the change. */
  unavailable?: readonly UnavailableListing[];
}

/**
 * Adds a listing (`listing` null) or saves its changed fields; with `endHold` its hold or reservation ends too. Returns null after
 * success, otherwise why it was refused.
 */
export async function saveListing(
  listing: Listing | null,
  { draft, saved, endHold }: { draft: ListingDraft; saved: ListingDraft; endHold: boolean },
): Promise<SaveFailure | null> {
  if (listing === null) {
    const answer = await call('addProduct', { body: newListingOf(draft) });
    if (answer.success) return null;
    const failed = t`Failed to add product`;
    // If the server did not answer, the message adds nothing.
    return { ...answer, message: answer.status === 0 ? failed : prefixedMessage(failed, answer.message) };
  }
  if (listing.id === '') return { message: t`No product selected for editing` };
  const changes = changesOf(draft, saved);
  const body = { ...changes, expected: expectedOf(changes, saved), ...(endHold && { endHold }) };
  const answer = await call('updateProduct', { params: { id: listing.id }, body });
  if (answer.success) return null;
  return { ...answer, message: prefixedMessage(t`Failed to update product`, answer.message) };
}
