import { t } from '@lingui/core/macro';
import { languageNames, languages } from '#contract/languages.ts';
import { asCents, formatCents } from '#contract/money.ts';
import { fieldTitle } from './field-words.ts';

/** One changed field with its label and formatted values. A value is null if the field was missing or empty. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** The values that an audit entry stores for one side of a change; null if it stores none. */
type StoredValues = Readonly<Record<string, unknown>> | null;

/** The fields that differ between the two sides of an entry, without those that mean nothing to people. */
export function changesOf(before: StoredValues, after: StoredValues, currency: string): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !silentFields.has(field))
    .map((field) => ({
      field: fieldTitle(field),
      before: words(field, before?.[field], currency),
      after: words(field, after?.[field], currency),
    }))
    .filter((change) => change.before !== change.after);
}

/** A change as one line, such as "Price: $3,200.00 → $3,500.00". */
export function changeText({ field, before, after }: FieldChange): string {
  return `${field}: ${[before ?? t`nothing`, after ?? t`nothing`].join(' → ')}`;
}

/** Fields that are not listed: id and times, which the entry shows anyway, and the mark of the demo, which means nothing to people. */
const silentFields = new Set(['id', 'created_at', 'updated_at', 'is_demo']);

function words(field: string, value: unknown, currency: string): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (field === 'price_cents' && typeof value === 'number') return formatCents(asCents(value), currency);
  if (field.startsWith('is_')) return value === 1 || value === true ? t`yes` : t`no`;
  if (typeof value === 'boolean') return value ? t`yes` : t`no`;
  if (Array.isArray(value)) return listWords(field, value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The values of a list as text; null for an empty list. Objects other than images are shown as JSON. */
function listWords(field: string, values: readonly unknown[]): string | null {
  if (values.length === 0) return null;
  if (field === 'images') return values.map(pictureWords).join(', ');
  if (values.some((value) => typeof value === 'object')) return JSON.stringify(values);
  return values.map((value) => (field === 'shown' ? languageName(value) : String(value))).join(', ');
}

const languageName = (value: unknown) => {
  const known = languages.find((language) => language === value);
  return known ? languageNames[known] : String(value);
};

/** The file name at the end of an image URL, and the image's alternative text. */
function pictureWords(picture: unknown): string {
  if (typeof picture !== 'object' || picture === null) return String(picture);
  const url = String(Reflect.get(picture, 'url') ?? '');
  const alt = String(Reflect.get(picture, 'alt') ?? '');
  const name = url.slice(url.lastIndexOf('/') + 1);
  return alt ? `${name} (${alt})` : name;
}
