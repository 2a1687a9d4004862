import {
  collect,
  emptyOf,
  type Field,
  type Fields,
  mapFields,
  namesOf,
  type RecordPicture,
  type SomeValuesOf,
  type ValuesOf,
} from '#contract/fields/kinds.ts';
import { measureOf, priceOf, yearOf } from '#contract/typed-numbers.ts';

/** The values of the controls of a form. Numbers are kept as typed; days, moments and ids are empty if there is none. */
export type DraftOf<F extends Fields> = { [Name in keyof F]: TypedOf<F[Name]> };
type TypedOf<F extends Field> = F extends { kind: 'choice'; options: readonly (infer Option)[] }
  ? Option
  : F extends { kind: 'flag' }
    ? boolean
    : F extends { kind: 'pictures' }
      ? readonly RecordPicture[]
      : string;
type Typed = string | boolean | readonly RecordPicture[];

/** The draft of a stored record. Fields without a value are empty. */
export const draftFrom = <F extends Fields>(fields: F, values: SomeValuesOf<F>) =>
  // `typed` returns what the kind of the field has.
  mapFields(fields, (field, name) => typed(values[name] ?? blankOf(field))) as DraftOf<F>;

const blankOf = (field: Field) => (field.kind === 'money' ? null : emptyOf(field));
const typed = (value: unknown) => (typeof value === 'number' ? String(value) : (value ?? ''));

/** The draft with these values of another person. */
export function draftWith<F extends Fields>(draft: DraftOf<F>, values: SomeValuesOf<F>): DraftOf<F> {
  const known = Object.entries(values).filter(([, value]) => value !== undefined);
  return { ...draft, ...Object.fromEntries(known.map(([name, value]) => [name, typed(value)])) };
}

/** The names of the fields that differ. White space around a text is no difference. */
export const changedNames = <F extends Fields>(fields: F, draft: DraftOf<F>, saved: DraftOf<F>) =>
  namesOf(fields).filter((name) => !isSame(draft[name], saved[name]));

function isSame(one: Typed, other: Typed): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.trim() === other.trim();
  return Array.isArray(one) && Array.isArray(other) ? isSamePictures(one, other) : one === other;
}

export function isSamePictures(some: readonly RecordPicture[], others: readonly RecordPicture[]): boolean {
  const isSameOne = (one: RecordPicture, other: RecordPicture | undefined) =>
    one.url === other?.url && one.alt === other.alt && one.kind === other.kind && one.ground === other.ground;
  return some.length === others.length && some.every((one, position) => isSameOne(one, others[position]));
}

/** The values of these fields in wire format. A number that cannot be read becomes 0 or null: `checkRecord` refuses it before. */
export const valuesFrom = <F extends Fields, Name extends keyof F & string>(
  fields: F,
  draft: DraftOf<F>,
  names: readonly Name[],
) =>
  // `wireValue` returns what the kind of the field has.
  collect(names, (name) => wireValue(fields[name], draft[name])) as Pick<ValuesOf<F>, Name>;

function wireValue(field: Field | undefined, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  switch (field?.kind) {
    case 'money':
      return priceOf(value) ?? 0;
    case 'year':
      return yearOf(value) ?? null;
    case 'length':
    case 'weight':
    case 'percent':
      return measureOf(value) ?? null;
    case 'day':
    case 'moment':
    case 'record':
      return value || null;
    default:
      return value;
  }
}
