import { t } from '@lingui/core/macro';
import type { BulkChange } from '#contract/bulk-edit.ts';
import { pieceFields } from '#contract/collection/piece.ts';
import { pick } from '#contract/fields/kinds.ts';
import type { FormFailure } from '../../../ui/use-submission.ts';
import { type DraftOf, draftFrom } from '../../record/draft.ts';

/** The choices that several pieces can get at once. */
export const bulkChoices = pick(pieceFields, ['status', 'sizeClass', 'visibility']);

/** A change of several pieces: the field, and its new value as typed or chosen. */
export interface BulkDraft extends DraftOf<typeof bulkChoices> {
  field: 'price' | keyof typeof bulkChoices;
  percent: string;
}

/** The draft after a field was chosen. */
export const draftOf = (field: BulkDraft['field']): BulkDraft => ({
  ...draftFrom(bulkChoices, {}),
  field,
  percent: '',
});

/** The draft when the form opens. */
export const firstDraft = (maySetPrices: boolean): BulkDraft => draftOf(maySetPrices ? 'price' : 'status');

/** The change as the API takes it, or the failure if the percentage is not valid. */
export function changeOf(draft: BulkDraft): Omit<BulkChange, 'ids'> | Required<FormFailure> {
  const { status, sizeClass, visibility } = draft;
  if (draft.field === 'status') return { status };
  if (draft.field === 'sizeClass') return { sizeClass };
  // The select leaves out `scheduled`, because each piece needs its own time.
  if (draft.field === 'visibility') return { visibility: visibility === 'scheduled' ? 'listed' : visibility };
  const typed = draft.percent
    .trim()
    .replace(/^−/, '-')
    .replace(/(?<!\s)\s*%$/, '');
  const pricePercent = /^[+-]?\d{1,3}(\.\d{1,2})?$/.test(typed) ? Number(typed) : 0;
  const isPossible = pricePercent !== 0 && pricePercent >= -90 && pricePercent <= 900;
  if (isPossible) return { pricePercent };
  const percent = t`Please enter a percentage from -90 to 900 that is not 0, like 5 or -10.`;
  return { message: '', fields: { percent } };
}
