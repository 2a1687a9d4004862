import type { DeliveryDraft } from './delivery-draft.ts';

/** What every part of the form gets. */
export interface DeliveryFieldsProps {
  draft: DeliveryDraft;
  /** Messages by path; those of zones by their id (`byZoneId`). */
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<DeliveryDraft>) => void;
}
