import { formatCents } from '#contract/money.ts';

/** One field of what was changed, in words. Null: there was nothing, or there is nothing any more. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

type Kept = Readonly<Record<string, unknown>> | null;

/** What differs between the two records the server kept, field by field; fields that say nothing to people are left out. */
export function changesOf(before: Kept, after: Kept): FieldChange[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !silentFields.has(field))
    .map((field) => ({
      field: nameOf(field),
      before: words(field, before?.[field]),
      after: words(field, after?.[field]),
    }))
    .filter((change) => change.before !== change.after);
}

/** "Price: $3,200.00 → $3,500.00" */
export function inOneLine({ field, before, after }: FieldChange): string {
  return `${field}: ${[before ?? 'nothing', after ?? 'nothing'].join(' → ')}`;
}

/** The subject's own id, and when its record was written, which is when the entry was. */
const silentFields = new Set(['id', 'created_at', 'updated_at', 'is_demo']);

const fieldNames: Readonly<Record<string, string>> = {
  price_cents: 'Price',
  is_unique: 'Unique',
  isAdmin: 'Admin',
  info: 'Description',
  description: 'Short description',
  spec: 'Specifications',
  images: 'Pictures',
  userId: 'Buyer',
};

/** "deliveryCity" and "delivery_city" are both "Delivery city". */
function nameOf(field: string): string {
  const plain = field.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return fieldNames[field] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}

function words(field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (field === 'price_cents' && typeof value === 'number') return formatCents(value);
  if (field.startsWith('is_')) return value === 1 || value === true ? 'yes' : 'no';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'images' && Array.isArray(value)) return value.length === 0 ? null : value.map(pictureWords).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The end of a picture's address, where its name is, and what it is said to show. */
function pictureWords(picture: unknown): string {
  if (typeof picture !== 'object' || picture === null) return String(picture);
  const url = String(Reflect.get(picture, 'url') ?? '');
  const alt = String(Reflect.get(picture, 'alt') ?? '');
  const name = url.slice(url.lastIndexOf('/') + 1);
  return alt ? `${name} (${alt})` : name;
}
