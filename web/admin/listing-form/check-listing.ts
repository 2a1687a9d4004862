import { t } from '@lingui/core/macro';
import { pieceFields } from '#contract/collection/piece.ts';
import { failures } from '#contract/errors.ts';
import type { FormFailure } from '../../ui/use-submission.ts';
import { checkRecord } from '../record/check.ts';
import type { ListingDraft } from './listing-draft.ts';

/** What the contract would refuse (contract/catalog.ts), found before the request. */
export function checkListing(draft: ListingDraft, currency: string): Required<FormFailure> | null {
  const { name, price } = draft;
  // The commission is hidden, and not saved, unless the piece belongs to somebody else.
  const shown = draft.taxStatus === 'own' ? { ...draft, commissionPercent: '' } : draft;
  const fields = {
    ...(name.trim() === '' && { name: t`A name is needed` }),
    ...checkRecord(pieceFields, shown, currency),
    ...(draft.visibility === 'scheduled' && draft.publishAt === '' && { publishAt: t`Please choose a day and a time` }),
  };
  if (Object.keys(fields).length === 0) return null;
  const isMissing = name.trim() === '' || price.trim() === '';
  return { message: failures[isMissing ? 'nameAndPriceNeeded' : 'invalidInput'][1], fields };
}
