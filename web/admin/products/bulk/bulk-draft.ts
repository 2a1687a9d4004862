import { t } from '@lingui/core/macro';
import { type SizeClass, sizeClasses } from '#contract/listing-size.ts';
import type { ListingStatus } from '#contract/states.ts';
import type { FormFailure } from '../../../ui/use-submission.ts';

/** A change of several pieces: the field, and its new value as typed or chosen. */
export type BulkDraft =
  | { field: 'price'; percent: string }
  | { field: 'status'; status: ListingStatus }
  | { field: 'sizeClass'; sizeClass: SizeClass | '' }
  | { field: 'visibility'; visibility: BulkVisibility };

/** The visibilities that several pieces can get at once. `scheduled` is left out because each piece needs its own time. */
export const bulkVisibilities = ['listed', 'draft', 'private'] as const;
export type BulkVisibility = (typeof bulkVisibilities)[number];

/** The first draft after a field was chosen. */
export function draftOf(field: string): BulkDraft {
  if (field === 'status') return { field, status: 'available' };
  if (field === 'visibility') return { field, visibility: 'listed' };
  return field === 'sizeClass' ? { field, sizeClass: '' } : { field: 'price', percent: '' };
}

/** The draft when the form opens. */
export const firstDraft = (maySetPrices: boolean): BulkDraft => draftOf(maySetPrices ? 'price' : 'status');

export const sizeClassFrom = (value: string) => sizeClasses.find((name) => name === value) ?? '';

export const visibilityFrom = (value: string) =>
  bulkVisibilities.find((visibility) => visibility === value) ?? 'listed';

type Change =
  | { pricePercent: number }
  | { status: ListingStatus }
  | { sizeClass: SizeClass | '' }
  | { visibility: BulkVisibility };

/** The change as the API takes it, or the failure if the percentage is not valid. */
export function changeOf(draft: BulkDraft): Change | Required<FormFailure> {
  if (draft.field === 'status') return { status: draft.status };
  if (draft.field === 'sizeClass') return { sizeClass: draft.sizeClass };
  if (draft.field === 'visibility') return { visibility: draft.visibility };
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
