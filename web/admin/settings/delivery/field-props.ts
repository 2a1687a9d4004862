import type { DeliveryDraft, ZoneDraft } from './delivery-draft.ts';

/** What every part of the form gets. */
export interface DeliveryFieldsProps {
  draft: DeliveryDraft;
  /** Messages by the path of the field, with ids of zones instead of their positions (`byZoneId`). */
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<DeliveryDraft>) => void;
}

/** What every part of the form of a zone gets. */
export interface ZoneFieldsProps {
  zone: ZoneDraft;
  errorOf: (field: string) => string | undefined;
  onChange: (changes: Partial<ZoneDraft>) => void;
}
